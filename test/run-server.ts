import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '..')

/** The program as an operator starts it, in its own process. */
export type ServerProcess = {
  url: string
  process: ChildProcess
  /** Everything that it has written so far, on both outputs. */
  written(): string
  /** Sends a signal and waits for the end; resolves to the exit code, null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/**
 * Starts the program and waits until it says that it is ready.
 * @param environment settings beside a free port and a quiet log
 * @param runUnder a command that runs the program, with its arguments
 * @throws with what the program wrote when it ends instead
 */
export async function runServer(
  environment: Record<string, string>,
  runUnder: readonly string[] = [],
): Promise<ServerProcess> {
  const [command = process.execPath, ...argumentList] = [...runUnder, process.execPath, join(root, 'server/main.js')]
  const child = spawn(command, argumentList, {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { ready, written } = listenTo(child)
  const url = await ready
  return {
    url,
    process: child,
    written,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const ended = once(child, 'exit')
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}

function listenTo(child: ChildProcess): { ready: Promise<string>; written(): string } {
  const { promise, resolve: ready, reject } = Promise.withResolvers<string>()
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      written += `${line}\n`
      const address = /Wellhead is ready at (\S+)/.exec(line)?.[1]
      if (address) ready(address)
    })
  }
  child.once('close', (code) => reject(new Error(`the server ended with ${code}:\n${written}`)))
  return { ready: promise, written: () => written }
}
