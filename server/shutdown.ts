import type { RunningServer } from './start.ts'

/** How long a shutdown waits for requests under way before it cuts them, in milliseconds. */
const DRAIN_MS = 18_000
/** Less after an unexpected error, since other parts may be broken too. In milliseconds. */
const FAULT_DRAIN_MS = 5_000
/** Longest that closing may take after that; supervisors kill after 30 s. In milliseconds. */
const CLOSE_MS = 7_000
/** A terminal and npm both send the signal of one Ctrl-C; a second one comes later. In milliseconds. */
const SAME_SIGNAL_MS = 500

/**
 * Shuts the process down in order. SIGTERM and SIGINT let requests finish, then exit with 0; a second signal exits at once
 * with 1. An unexpected error, or a database that another process has taken, is logged and exits with 1
 * (`docs/decisions/0024-shutdown.md`).
 */
export function endInOrder(server: RunningServer): void {
  let endingSince: number | undefined

  const end = (exitCode: number, drainMs: number) => {
    if (endingSince !== undefined) return
    endingSince = performance.now()
    setTimeout(() => process.exit(1), drainMs + CLOSE_MS).unref()
    server.log.info({ drainMs }, 'stopping')
    server.stop(drainMs).then(
      () => {
        server.log.info('stopped')
        process.exit(exitCode)
      },
      (error) => {
        server.log.fatal({ err: error }, 'the server could not be closed in order')
        process.exit(1)
      },
    )
  }

  const onSignal = () => {
    const isSecond = endingSince !== undefined && performance.now() - endingSince > SAME_SIGNAL_MS
    if (isSecond) process.exit(1)
    end(0, DRAIN_MS)
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)

  // Node raises this event for unhandled rejections too.
  process.on('uncaughtException', (error, origin) => {
    try {
      server.log.fatal({ err: error, origin }, 'unexpected error: the process ends')
    } finally {
      end(1, FAULT_DRAIN_MS)
    }
  })

  // The other process would not find the files of requests accepted from now on.
  server.lockLost?.then((error) => {
    server.log.fatal({ err: error }, 'another process has taken the database: this one ends')
    end(1, 0)
  })
}
