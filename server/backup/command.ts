import { readConfig } from '../config.ts'
import { explainStartFault } from '../start-fault.ts'

/** A command cannot do its work; the message says why, and what to do. */
export class CommandFault extends Error {}

/** What a command works with. */
export type Command = {
  /** Absolute path of the data folder. */
  dataDir: string
  /** What was given on the command line. */
  args: string[]
  /** Fires when the command is interrupted, so that it can clear up behind itself. */
  signal: AbortSignal
}

/**
 * Runs a command of the operator and sets the exit code of the process.
 * @param usage the command as it is typed, with a word in capitals for each argument
 * @param work resolves to the exit code
 */
export async function runCommand(usage: string, work: (command: Command) => Promise<number>): Promise<void> {
  const args = process.argv.slice(2)
  const wanted = usage.split(' ').filter((word) => /^[A-Z]+$/.test(word)).length
  if (args.length !== wanted || args.some((arg) => arg === '' || arg.startsWith('-'))) {
    console.error(`Usage: ${usage}`)
    process.exitCode = 1
    return
  }
  const interruption = new AbortController()
  const interrupt = () => interruption.abort(new CommandFault('Interrupted; nothing was left behind.'))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    const { dataDir } = readConfig(process.env, 'production')
    process.exitCode = await work({ dataDir, args, signal: interruption.signal })
  } catch (error) {
    const reason = interruption.signal.aborted ? interruption.signal.reason : error
    console.error(reason instanceof CommandFault ? reason.message : explainStartFault(reason))
    process.exitCode = 1
  }
}

/** Tells the operator something on standard output. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
