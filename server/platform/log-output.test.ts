import { spawnSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLogOutput } from './log-output.ts'

const LINES = 30_000
const line = (index: number) => `${JSON.stringify({ level: 30, index, text: 'x'.repeat(80) })}\n`

let folder: string
/** The read end. It is open for writing as well, so that the pipe stays open without another writer. */
let reader: number
/** Like `process.stdout` of Node where it is a pipe. */
let writer: Socket
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wellhead-log-'))
  spawnSync('mkfifo', [join(folder, 'pipe')])
  reader = openSync(join(folder, 'pipe'), constants.O_RDWR | constants.O_NONBLOCK)
  writer = new Socket({ fd: openSync(join(folder, 'pipe'), 'w'), readable: false, writable: true })
})
afterEach(() => {
  writer.destroy()
  closeSync(reader)
  rmSync(folder, { recursive: true })
})

/** The current content of the pipe. */
function readWaiting(): string {
  const buffer = Buffer.alloc(64 * 1024)
  try {
    return buffer.toString('utf8', 0, readSync(reader, buffer))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return ''
    throw error
  }
}

test('a log without a reader buffers a megabyte at most, and reports its lost lines once it is read', async () => {
  const output = openLogOutput(writer)
  for (let index = 0; index < LINES; index += 1) output.write(line(index))
  expect(LINES * line(0).length).toBeGreaterThan(3_000_000)
  expect(writer.writableLength).toBeLessThanOrEqual(1024 * 1024)

  let read = ''
  const isLossReported = () => {
    read += readWaiting()
    return read.includes('lines of the log were lost')
  }
  await vi.waitUntil(isLossReported, { interval: 1, timeout: 20_000 })
  const lines = read
    .split('\n')
    .filter((text) => text.endsWith('}'))
    .map((text) => JSON.parse(text))
  const written = lines.filter(({ index }) => index !== undefined)
  const loss = lines.find(({ lost }) => lost !== undefined)
  expect(loss).toMatchObject({ level: 40, pid: process.pid })
  expect(written.length + loss.lost).toBe(LINES)
})
