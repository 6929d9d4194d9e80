import { hostname } from 'node:os'
import type { Writable } from 'node:stream'

/** The destination of the log. */
export type LogOutput = {
  /** Writes one line, which includes its line break. Never blocks and never throws; drops a line that cannot be written. */
  write(line: string): unknown
}

/** Longest backlog for a slow reader, in characters. */
const MOST_WAITING = 1024 * 1024
/** Pino's number of the level `warn`. */
const WARNING = 40

const ignore = () => undefined

/** Ignores faults of standard output and error (a closed pipe, a full disk); Node would end the program otherwise. */
export function ignoreOutputFaults(): void {
  for (const stream of [process.stdout, process.stderr]) ignoreFaults(stream)
}

/**
 * Opens the log. Counts dropped lines, and logs their number once lines can be written again
 * (`docs/decisions/0024-shutdown.md`).
 */
export function openLogOutput(stream: Writable = process.stdout): LogOutput {
  ignoreFaults(stream)
  doNotBlock(stream)
  let lost = 0

  const onWritten = (error?: Error | null) => {
    if (error) {
      lost += 1
    } else if (lost > 0 && stream.writableLength < MOST_WAITING / 2) {
      const line = lossLine(lost)
      lost = 0
      stream.write(line, onWritten)
    }
  }

  return {
    write: (line) => {
      if (stream.writableLength + line.length > MOST_WAITING) lost += 1
      else stream.write(line, onWritten)
    },
  }
}

function ignoreFaults(stream: Writable): void {
  if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore)
}

/** Node blocks when it writes to a terminal, even one that Ctrl-S has paused. */
function doNotBlock(stream: Writable & { isTTY?: boolean; _handle?: { setBlocking?(blocks: boolean): void } }): void {
  if (stream.isTTY) stream._handle?.setBlocking?.(false)
}

/** A line in the same form as pino's. */
function lossLine(lost: number): string {
  const msg = 'lines of the log were lost: its output was closed, full, or not read fast enough'
  return `${JSON.stringify({ level: WARNING, time: Date.now(), pid: process.pid, hostname: hostname(), lost, msg })}\n`
}
