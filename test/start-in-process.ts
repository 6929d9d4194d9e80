import { resolve } from 'node:path'
import { readConfig } from '../server/config.ts'
import { builtPages } from '../server/features/pages/page-source.ts'
import { explainStartFault } from '../server/platform/operator-faults.ts'
import { startServer } from '../server/start.ts'

/** A server that {@link startInProcess} has started. */
export type InProcessServer = Awaited<ReturnType<typeof startInProcess>>

/**
 * Starts the server as the program does, but within this process, which takes a fraction of the time.
 * @param environment settings beside a free port and a quiet log
 * @returns `setupUrl` is what the program prints for the operator; `written` has the lines of its log
 * @throws what the program prints before it ends with 1; see {@link refusalOfStart}
 */
export async function startInProcess(environment: Record<string, string>) {
  let written = ''
  const output = {
    write: (line: string) => {
      written += line
    },
  }
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...environment }, 'production')
  const server = await startServer(config, builtPages(resolve(import.meta.dirname, '../dist')), output)
  let stopped: Promise<void> | undefined
  return {
    url: server.url,
    setupUrl: server.setupUrl,
    written: () => written,
    stop: () => {
      stopped ??= server.stop(0)
      return stopped
    },
  }
}

/** What the program prints when it refuses to start. */
export function refusalOfStart(starting: Promise<InProcessServer>): Promise<string> {
  return starting.then(() => 'it started', explainStartFault)
}
