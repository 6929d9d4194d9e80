import type { RunningServer } from './start.ts'

/** How long a stop waits for requests under way before it cuts them, in milliseconds. */
const DRAIN_MS = 18_000
/** After a fault nobody foresaw, requests get less: what else is broken is not known. */
const FAULT_DRAIN_MS = 5_000
/** Longest that closing may take after that: supervisors kill after 30 s. In milliseconds. */
const CLOSE_MS = 7_000
/** A terminal and npm both pass on one Ctrl-C; only what comes later is a second one. In milliseconds. */
const SAME_SIGNAL_MS = 500

/**
 * Sees to the end of the process. SIGTERM and SIGINT let requests finish and end it with 0; a second one ends it at once
 * with 1. A fault nobody foresaw, and a database that another process has taken, end it with 1 after a line in the log
 * (`docs/decisions/0024-process-end.md`).
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

  // Node hands unhandled rejections on to this event.
  process.on('uncaughtException', (error, origin) => {
    try {
      server.log.fatal({ err: error, origin }, 'a fault nobody foresaw: the process ends')
    } finally {
      end(1, FAULT_DRAIN_MS)
    }
  })

  // What was still accepted would be kept where the other process does not find it.
  server.lockLost?.then((error) => {
    server.log.fatal({ err: error }, 'the database is lost to another process: this one ends')
    end(1, 0)
  })
}
