/** A start is refused for a reason that the operator can correct; the message says how. */
export class StartFault extends Error {}

/** A command fails for a reason that the operator can correct; the message says how. */
export class CommandFault extends Error {}

/** The start was refused; `faults` names every setting that is wrong. */
export class ConfigError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The configuration has ${faults.length} fault${faults.length === 1 ? '' : 's'}:\n- ${faults.join('\n- ')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/** What to do about common faults of a start, by error code. */
const ADVICE: Record<string, string> = {
  EADDRINUSE: 'The port is already in use. Set PORT to another one, or stop what uses it.',
  EACCES: 'The program may not do that: look at the owner of DATA_DIR, and use a PORT above 1023.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine.',
  ENOTFOUND: 'HOST is not an address of this machine.',
  EEXIST: 'DATA_DIR must be a folder, or a link to one that is there.',
  ENOTDIR: 'DATA_DIR must be a folder.',
  ENOENT: 'A folder on the path to DATA_DIR, or a file in it, does not exist.',
  EROFS: 'DATA_DIR is on a file system that cannot be written to.',
  ENOSPC: 'The disk of DATA_DIR is full.',
  EIO: 'The disk of DATA_DIR fails: look at the log of the system.',
  SQLITE_FULL: 'The disk of DATA_DIR is full. A backup takes room for the database twice.',
  SQLITE_IOERR: 'The disk of DATA_DIR fails, or is full: look at the log of the system.',
  SQLITE_BUSY: 'Another program has locked the database in DATA_DIR. Try again when it has ended.',
  SQLITE_READONLY: 'A file in DATA_DIR may not be written to: look at the owner of the folder and of what is in it.',
  SQLITE_CANTOPEN: 'The database in DATA_DIR cannot be opened: look at the owner of the folder.',
}

/** Explains to an operator why the program did not start; includes the stack of unexpected errors only. */
export function explainStartFault(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartFault) return error.message
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  // Extended SQLite codes have more words, such as SQLITE_IOERR_WRITE.
  const advice = ADVICE[code] ?? ADVICE[code.split('_').slice(0, 2).join('_')]
  return advice ? `${error.message}\n${advice}` : (error.stack ?? error.message)
}
