import { ConfigError } from './config.ts'

/** What to do about the faults that a start commonly meets, by the code of the error. */
const ADVICE: Record<string, string> = {
  EADDRINUSE: 'The port is already in use. Set PORT to another one, or stop what uses it.',
  EACCES: 'The program may not do that: look at the owner of DATA_DIR, and use a PORT above 1023.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine.',
  ENOTFOUND: 'HOST is not an address of this machine.',
  EEXIST: 'DATA_DIR must be a folder.',
  ENOTDIR: 'DATA_DIR must be a folder.',
  EROFS: 'DATA_DIR is on a file system that cannot be written to.',
  ENOSPC: 'The disk of DATA_DIR is full.',
  SQLITE_NOTADB:
    'The file wellhead.sqlite in DATA_DIR is not a database. Nothing was changed; restore it from a backup.',
  SQLITE_CORRUPT: 'The database in DATA_DIR is damaged. Nothing was changed; restore it from a backup.',
  SQLITE_CANTOPEN: 'The database in DATA_DIR cannot be opened: look at the owner of the folder.',
}

/** The program must not start; the message says why, and what to do. */
export class StartFault extends Error {}

/** Says in a person's words why the program did not start; the stack only where nobody foresaw the fault. */
export function explainStartFault(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartFault) return error.message
  if (!(error instanceof Error)) return String(error)
  const advice = 'code' in error ? ADVICE[String(error.code)] : undefined
  return advice ? `${error.message}\n${advice}` : (error.stack ?? error.message)
}
