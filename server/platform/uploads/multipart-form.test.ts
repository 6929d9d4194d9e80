import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type WirePart, wireBody } from '../../../test/requests/raw-upload.ts'
import { RequestError } from '../http/request-error.ts'
import { parseForm } from './multipart-form.ts'

const RUNS = 200
const PARSING_MS = 5_000
const CONTENT = [0, 1, 100, 16_384, 20_000, 65_536, 150_000]

let reading: (body: IncomingMessage) => Promise<unknown>
const server = createServer((request, response) => {
  reading(request).then(
    (read) => response.end(JSON.stringify(read)),
    (error) => response.end(JSON.stringify(error instanceof RequestError ? error.code : String(error))),
  )
})
let port: number
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as { port: number }).port
})
afterAll(() => server.close())

/** Sends a body in pieces, and what else is to follow on the connection every 20 ms. */
async function send(pieces: Buffer[], following = ''): Promise<unknown> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  const length = pieces.reduce((total, piece) => total + piece.length, 0)
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\n${following ? '' : 'Connection: close\r\n'}` +
      `Content-Type: multipart/form-data; boundary=hostile-boundary\r\nContent-Length: ${length}\r\n\r\n`,
  )
  for (const piece of pieces) {
    socket.write(piece)
    await new Promise(setImmediate)
  }
  if (!following) return JSON.parse(bodyOf(await text(socket)))
  const asking = setInterval(() => socket.write(following), 20)
  const [first] = await once(socket, 'data')
  clearInterval(asking)
  socket.destroy()
  // The responses to what followed may have come along.
  return JSON.parse(bodyOf(String(first).split('HTTP/1.1 ')[1] ?? ''))
}

const bodyOf = (response: string) => response.split('\r\n\r\n')[1] ?? ''

/** What a form must be read as, by its parts. */
function expected(parts: WirePart[]): string[] {
  return parts.filter(({ headers }) => headers === undefined).map(({ name, content }) => `${name}: ${content.length}`)
}

async function readAll(body: IncomingMessage): Promise<string[]> {
  const read: string[] = []
  const files: Promise<void>[] = []
  const listener = {
    onField: (name: string | undefined, value: string) => void read.push(`${name}: ${value.length}`),
    onFile: (name: string | undefined, content: AsyncIterable<Buffer>) => {
      const at = read.push('') - 1
      const count = async () => {
        let size = 0
        for await (const chunk of content) size += chunk.length
        read[at] = `${name}: ${size}`
      }
      files.push(count())
    },
    onTooManyParts: () => undefined,
  }
  const onStalled = () => new Error('stalled')
  await parseForm(body, listener, { parsingMs: PARSING_MS, onStalled })
  await Promise.all(files)
  return read
}

test('a form of any content, cut anywhere, is parsed to its end', async () => {
  reading = readAll
  const content = fc.constantFrom(...CONTENT).map((size) => 'x'.repeat(size))
  const field = fc.record({ name: fc.constantFrom('name', 'note'), content: content.filter((x) => x.length < 65_536) })
  const skipped = fc.record({
    headers: fc.constantFrom(
      'X: y',
      'Content-Type: text/plain',
      'Content-Disposition: attachment; name="note"',
      'Content-Disposition: inline',
      'Content-Disposition: form-data; name="broken',
      'Content-Type: multipart/mixed; boundary=x',
    ),
    content,
  })
  const file = fc.record({ name: fc.constant('resume'), filename: fc.constant('cv.pdf'), content })
  const form = fc
    .tuple(
      fc.array(fc.oneof(field, skipped), { maxLength: 5 }),
      fc.option(file, { nil: undefined }),
      fc.array(skipped, { maxLength: 4 }),
    )
    .map(([before, one, after]): WirePart[] => [...before, ...(one ? [one] : []), ...after])
    .filter((parts) => parts.length > 0)
  const cuts = fc.oneof(fc.constant([]), fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }))

  const property = fc.asyncProperty(form, cuts, async (parts, fractions) => {
    const body = wireBody(parts)
    const at = [
      0,
      ...fractions.map((fraction) => Math.floor(fraction * body.length)).sort((a, b) => a - b),
      body.length,
    ]
    const pieces = at.slice(1).map((end, index) => body.subarray(at[index], end))
    expect(await send(pieces)).toEqual(expected(parts))
  })
  await fc.assert(property, { numRuns: RUNS })
})

test('a form that stalls is aborted in time, whatever else arrives on its connection', async () => {
  const listener = { onField: () => undefined, onFile: () => undefined, onTooManyParts: () => undefined }
  const onStalled = () => new RequestError('unavailable', 'The file was not read.')
  reading = (body) =>
    body.method === 'POST' ? parseForm(body, listener, { parsingMs: 300, onStalled }) : Promise.resolve('pipelined')
  const unread = wireBody([{ name: 'resume', filename: 'cv.pdf', content: 'x'.repeat(20_000) }])
  expect(await send([unread], 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('unavailable')
})

test('a form whose sender has gone is not waited for, even where all of it had come', async () => {
  const listener = {
    onField: () => undefined,
    onFile: (_name: string | undefined, content: Readable) => content.resume(),
    onTooManyParts: () => undefined,
  }
  const parse = (body: IncomingMessage) =>
    parseForm(body, listener, { parsingMs: PARSING_MS, onStalled: () => new Error('stalled') })
  const form = wireBody([{ name: 'resume', filename: 'cv.pdf', content: 'x'.repeat(20_000) }])
  for (const isParsedBefore of [true, false]) {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    reading = async (body) => {
      await vi.waitUntil(() => body.complete, { interval: 1 })
      const parsing = isParsedBefore ? parse(body) : undefined
      body.destroy()
      resolve((parsing ?? parse(body)).catch(({ code, message }) => code ?? message))
    }
    await send([form]).catch(() => undefined)
    // Once it has begun, Node may still hand over what had come: then the form is read whole.
    const ends = isParsedBefore ? [undefined, 'invalid_request'] : ['invalid_request']
    expect(ends).toContain(await promise)
  }
})

test('a form with names that no form has is not parsed to its end', async () => {
  const fields: unknown[] = []
  const onField = (name: unknown) => void fields.push(name)
  const listener = { onField, onFile: () => undefined, onTooManyParts: () => undefined }
  reading = (body) => parseForm(body, listener, { parsingMs: PARSING_MS, onStalled: () => new Error('stalled') })
  const parts = Array.from({ length: 200 }, (_, index) => ({ name: `${index}`.padEnd(2_000, 'x'), content: 'x' }))
  expect(await send([wireBody(parts)])).toBe('invalid_request')
  expect(fields.length).toBeLessThan(20)
})

test('a form whose first part is broken gives no file of a later part', async () => {
  const named: string[] = []
  const onFile = (_name: string | undefined, _content: unknown, fileName: string) => void named.push(fileName)
  const listener = { onField: () => undefined, onFile, onTooManyParts: () => undefined }
  reading = (body) => parseForm(body, listener, { parsingMs: PARSING_MS, onStalled: () => new Error('stalled') })
  const files = ['a\u0013b.pdf', 'c.pdf'].map((filename) => ({ name: 'resume', filename, content: 'x' }))
  expect(await send([wireBody(files)])).toBe('invalid_request')
  expect(named).toEqual([])
})
