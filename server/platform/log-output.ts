import { hostname } from 'node:os'
import type { Writable } from 'node:stream'

/** Where the lines of the log go. */
export type LogOutput = {
  /** Takes one line with its line break. Never waits and never throws: a line that cannot be written is lost. */
  write(line: string): unknown
}

/** Most that waits for a reader that has fallen behind, in characters. */
const MOST_WAITING = 1024 * 1024
/** Level of a warning in pino's numbers. */
const WARNING = 40

const ignore = () => undefined

/**
 * Keeps a fault of standard output or error (a closed pipe, a full disk) from ending the program: Node would throw it
 * where nothing catches it.
 */
export function ignoreOutputFaults(): void {
  for (const stream of [process.stdout, process.stderr]) ignoreFaults(stream)
}

/**
 * Makes the output of the log (`docs/decisions/0024-process-end.md`). Lines that find no room are counted, and a line in
 * the log says how many they were once it can be written again.
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

/** Node writes to pipes and sockets without waiting, but to a terminal it waits, also for one that Ctrl-S has paused. */
function doNotBlock(stream: Writable & { isTTY?: boolean; _handle?: { setBlocking?(blocks: boolean): void } }): void {
  if (stream.isTTY) stream._handle?.setBlocking?.(false)
}

/** In the form of every other line of the log. */
function lossLine(lost: number): string {
  const msg = 'lines of the log were lost: its output was closed, full, or not read fast enough'
  return `${JSON.stringify({ level: WARNING, time: Date.now(), pid: process.pid, hostname: hostname(), lost, msg })}\n`
}
