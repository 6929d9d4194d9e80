import { type Config, readConfig } from '../config.ts'
import type { PostgresSettings } from '../platform/database/postgres/postgres-settings.ts'
import { isDamage } from '../platform/database/sqlite/integrity-check.ts'
import { ignoreOutputFaults } from '../platform/log-output.ts'
import { CommandFault, explainStartFault } from '../platform/operator-faults.ts'

/** What a command works with. */
export type Command = {
  /** Absolute path of the data folder. */
  dataDir: string
  /** The PostgreSQL database; null when SQLite in the data folder is the database. */
  postgres: PostgresSettings | null
  /** Where visitors reach the site. */
  publicUrl: string
  /** Of the company, whose days figures count. */
  timeZone: string
  /** Seals the keys of receipts in the database; null when they are in the data folder. */
  secretKey: string | null
  /** Where files are stored. */
  storing: Pick<Config, 'primaryStore' | 'remoteStores' | 'keepsLocal'>
  /** The arguments of the command line, in the order of the usage. */
  args: string[]
  /** What the option that can be given several times names. */
  named: string[]
  /** Aborted when the operator interrupts the command, so that it can remove what it has begun. */
  signal: AbortSignal
}

/**
 * Runs a command of the operator and sets the exit code of the process.
 * @param usages the ways to type the command; a word in capitals stands for an argument
 * @param work resolves to the exit code
 * @param several.option one with its value, which may stand anywhere, and several times
 */
export async function runCommand(
  usages: string[],
  work: (command: Command) => Promise<number>,
  several?: { option: string },
): Promise<void> {
  ignoreOutputFaults()
  const { args, named } = takeNamed(process.argv.slice(2), several?.option.split(' ')[0])
  if (!usages.some((usage) => isTypedAs(usage, args))) {
    const more = several ? `\n       each with any number of: ${several.option}` : ''
    console.error(`Usage: ${usages.join('\n       ')}${more}`)
    process.exitCode = 1
    return
  }
  const interruption = new AbortController()
  const interrupt = () => interruption.abort(new CommandFault('Interrupted; nothing was left behind.'))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    const { dataDir, postgres, publicUrl, secretKey, company, ...storing } = readConfig(process.env, 'production')
    process.exitCode = await work({
      ...{ dataDir, postgres, publicUrl, secretKey, storing, args, named },
      timeZone: company.timeZone,
      signal: interruption.signal,
    })
  } catch (error) {
    console.error(explainFault(interruption.signal.aborted ? interruption.signal.reason : error))
    process.exitCode = 1
  }
}

function explainFault(error: unknown): string {
  if (error instanceof CommandFault) return error.message
  if (!isDamage(error)) return explainStartFault(error)
  return (
    `The database in DATA_DIR is damaged: ${error.message}.\n` +
    'Stop the server, move the data folder away, never delete it, and restore the latest backup with npm run restore -- FILE.'
  )
}

/** Takes an option with its values out of the arguments. One without a value stays, and is refused with the usage. */
function takeNamed(typed: readonly string[], option: string | undefined): Pick<Command, 'args' | 'named'> {
  const [args, named]: [string[], string[]] = [[], []]
  for (let index = 0; index < typed.length; index += 1) {
    const [arg = '', value] = typed.slice(index, index + 2)
    if (arg !== option || value === undefined || value.startsWith('-')) args.push(arg)
    else {
      named.push(value)
      index += 1
    }
  }
  return { args, named }
}

function isTypedAs(usage: string, args: string[]): boolean {
  const words = usage.split(' -- ')[1]?.split(' ') ?? []
  const fits = (word: string, arg = '') => (/^[A-Z]+$/.test(word) ? /^[^-]/.test(arg) : arg === word)
  return args.length === words.length && words.every((word, index) => fits(word, args[index]))
}

/** @throws {CommandFault} when the rows are in PostgreSQL, for commands that only know a data folder */
export function refusePostgres(postgres: PostgresSettings | null): void {
  if (postgres === null) return
  throw new CommandFault(
    'DATABASE_URL is set, and this command only works on a data folder with SQLite. For PostgreSQL use its own tools,\n' +
      'such as pg_dump, and back up the files after it (docs/operations.md). Nothing was changed.',
  )
}

/** Prints a line for the operator on standard output, if there is one. */
export function say(line: string | undefined): void {
  if (line !== undefined) process.stdout.write(`${line}\n`)
}

/** Prints a line for the operator on standard error, if there is one. */
export function warn(line: string | undefined): void {
  if (line !== undefined) process.stderr.write(`${line}\n`)
}

/** A text that may hold anything, for a line of the terminal: without control characters. */
export function printable(text: string): string {
  return String(text).replaceAll(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}
