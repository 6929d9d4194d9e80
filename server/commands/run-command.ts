import { readConfig } from '../config.ts'
import type { PostgresSettings } from '../platform/database/postgres/postgres-settings.ts'
import { isDamage } from '../platform/database/sqlite/sound-database.ts'
import { ignoreOutputFaults } from '../platform/log-output.ts'
import { CommandFault, explainStartFault } from '../platform/operator-faults.ts'

/** What a command works with. */
export type Command = {
  /** Absolute path of the data folder. */
  dataDir: string
  /** The PostgreSQL that keeps the rows; null where SQLite does, in the data folder. */
  postgres: PostgresSettings | null
  /** What was given on the command line, in the order of the usage. */
  args: string[]
  /** Fires when the command is interrupted, so that it can clear up behind itself. */
  signal: AbortSignal
}

/**
 * Runs a command of the operator and sets the exit code of the process.
 * @param usages each way in which the command may be typed, with a word in capitals for what the operator puts in
 * @param work resolves to the exit code
 */
export async function runCommand(usages: string[], work: (command: Command) => Promise<number>): Promise<void> {
  ignoreOutputFaults()
  const args = process.argv.slice(2)
  if (!usages.some((usage) => isTypedAs(usage, args))) {
    console.error(`Usage: ${usages.join('\n       ')}`)
    process.exitCode = 1
    return
  }
  const interruption = new AbortController()
  const interrupt = () => interruption.abort(new CommandFault('Interrupted; nothing was left behind.'))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    const { dataDir, postgres } = readConfig(process.env, 'production')
    process.exitCode = await work({ dataDir, postgres, args, signal: interruption.signal })
  } catch (error) {
    const reason = interruption.signal.aborted ? interruption.signal.reason : error
    console.error(explainFault(reason))
    process.exitCode = 1
  }
}

function explainFault(reason: unknown): string {
  if (reason instanceof CommandFault) return reason.message
  if (!isDamage(reason)) return explainStartFault(reason)
  return (
    `The database in DATA_DIR is damaged: ${reason.message}.\n` +
    'Stop the server, move the data folder away, never delete it, and restore the latest backup with npm run restore -- FILE.'
  )
}

function isTypedAs(usage: string, args: string[]): boolean {
  const words = usage.split(' -- ')[1]?.split(' ') ?? []
  const fits = (word: string, arg = '') => (/^[A-Z]+$/.test(word) ? /^[^-]/.test(arg) : arg === word)
  return args.length === words.length && words.every((word, index) => fits(word, args[index]))
}

/**
 * For commands that know only the data folder.
 * @throws {CommandFault} when the rows are not in it
 */
export function refusePostgres(postgres: PostgresSettings | null): void {
  if (postgres === null) return
  throw new CommandFault(
    'DATABASE_URL is set, and this command knows only a data folder with SQLite in it. For PostgreSQL use its own tools,\n' +
      'such as pg_dump, and keep the files of the same moment with it (docs/operations.md). Nothing was changed.',
  )
}

/** Tells the operator something on standard output. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Tells the operator on standard error of something that does not stop the command; nothing where there is nothing. */
export function warn(line: string | undefined): void {
  if (line !== undefined) process.stderr.write(`${line}\n`)
}
