import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { fixture } from '../factories.ts'
import { HOSTILE_FILES } from '../hostile-files/hostile-files.ts'
import {
  HONEST_FIELDS,
  sendBody,
  sendRaw,
  type WirePart,
  type WirePiece,
  type WireResponse,
  wireBody,
  wireHead,
} from '../requests/raw-upload.ts'
import { runServer, type ServerProcess } from '../run-server.ts'

const MEBIBYTE = 1024 * 1024
const PDF = fixture('resume.pdf')
const FILE: WirePart = { name: 'resume', filename: 'cv.pdf', content: PDF }
const CRLF = Buffer.from('\r\n')
const MUCH = Buffer.alloc(20_000, 'x')
/** A part that is no field of a form. */
const SKIPPED: WirePart = { headers: 'X: y', content: MUCH }

let dataDir: string
let server: ServerProcess
let admin: Record<string, string>
let tried = 0
let taken = 0

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-hostile-'))
  server = await runServer({ DATA_DIR: dataDir, SUBMISSIONS_PER_HOUR: '0' })
  const credentials = await (await fetch(`${server.url}/api/auth/setup-admin`, { method: 'POST' })).text()
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body: credentials })
  admin = { authorization: `Bearer ${((await login.json()) as { token: string }).token}` }
})
afterAll(async () => {
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})
afterEach(async () => {
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'tmp'))).toEqual([]))
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

const form = (...parts: WirePart[]) => wireBody([...HONEST_FIELDS, ...parts])
const upload = (content: Buffer | string, filename = 'cv.pdf') =>
  counted(sendBody(server.url, form({ ...FILE, content, filename })))
const send = (body: Buffer, headers?: Record<string, string>) => counted(sendBody(server.url, body, headers))
const raw = (pieces: Iterable<WirePiece>, ending?: { endsEarly?: boolean; cuts?: boolean }) =>
  counted(sendRaw(server.url, pieces, ending))

async function counted(sending: Promise<WireResponse>): Promise<WireResponse> {
  tried += 1
  const response = await sending
  if (response.status === 201) taken += 1
  return response
}

function pdfOf(size: number): Buffer {
  const content = Buffer.alloc(size, ' ')
  content.write('%PDF-1.7\n')
  content.write('\n%%EOF', size - 6)
  return content
}

/** The most memory that the server has had at one time since its start. */
function peakBytes(): number {
  const [kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))?.slice(1) ?? []
  return Number(kilobytes) * 1024
}

async function rows(): Promise<{ id: number; resume: { fileName: string } | null }[]> {
  const response = await fetch(`${server.url}/api/applications`, { headers: admin })
  return (await response.json()) as { id: number; resume: { fileName: string } | null }[]
}

test.each(HOSTILE_FILES)('$what gets $status', async ({ content, status, words }) => {
  const response = await upload(content)
  expect(response.status).toBe(status)
  if (words) expect(response.body).toContain(words)
})

test('a file that is cut off anywhere is refused, or still what it says it is', async () => {
  for (const name of ['resume.pdf', 'resume.docx']) {
    const content = fixture(name)
    for (let cut = 1; cut <= 10; cut += 1) {
      const { status } = await upload(content.subarray(0, Math.floor((content.length - 8) * (cut / 10))))
      expect(status, `${name}, ${cut} tenths`).toBe(415)
    }
  }
})

test.each([
  ['folders', '../../etc/passwd', 'passwd.pdf'],
  ['a folder of Windows', 'C:\\Users\\cv.pdf', 'cv.pdf'],
  ['a mark that turns its direction', 'cv\u202efdp.exe', 'cvfdp.exe.pdf'],
  ['a folded header', 'cv\r\n Set-Cookie: a=b', 'cv Set-Cookie: a=b.pdf'],
  ['quotes', 'c\\"v.pdf', 'c"v.pdf'],
  ['another field', 'cv.pdf"; name="name', 'cv.pdf'],
  ['script', '<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
  ['5,000 characters', '履'.repeat(5_000), `${'履'.repeat(83)}.pdf`],
])('a name with %s is stored as data and downloaded in one header', async (_what, name, expectedName) => {
  const response = await upload(PDF, name)
  expect(response.status).toBe(201)
  const { id } = JSON.parse(response.body) as { id: number }
  const stored = (await rows()).find((row) => row.id === id)?.resume?.fileName ?? ''
  expect(stored).toBe(expectedName)
  expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(255)
  const download = await fetch(`${server.url}/api/applications/${id}/resume`, { headers: admin })
  expect(download.status).toBe(200)
  expect(download.headers.get('set-cookie')).toBeNull()
  expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
  expect(download.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*sandbox$/)
  expect(download.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await download.arrayBuffer()).equals(PDF)).toBe(true)
})

test.each<[string, number, () => Buffer]>([
  ['a line end in a file name', 400, () => form({ ...FILE, filename: 'a\nb.pdf' })],
  [
    'a control character in a file name, and a second file',
    400,
    () => form({ ...FILE, filename: 'a\u0013b.pdf', content: 'x' }, FILE),
  ],
  ['a nested field', 400, () => form({ name: 'a[b]', content: 'x' }, FILE)],
  ['a field of every object', 400, () => form({ name: '__proto__', content: 'x' }, FILE)],
  ['another of those', 400, () => form({ name: 'constructor', content: 'x' }, FILE)],
  ['a field without a name', 400, () => form({ content: 'x' }, FILE)],
  ['a field of JSON', 400, () => form({ headers: jsonField('note'), content: '{"a":1}' }, FILE)],
  ['a field of broken JSON', 400, () => form({ headers: jsonField('note'), content: '{' }, FILE)],
  ['a field sent twice', 400, () => form({ name: 'name', content: 'Bob' }, FILE)],
  ['two files', 400, () => form(FILE, FILE)],
  ['a file in another field', 400, () => form({ ...FILE, name: 'photo' })],
  ['a file in a nested field', 400, () => form({ ...FILE, name: 'resume[0]' })],
  ['a resume that is text', 400, () => form({ name: 'resume', content: 'x' })],
  ['a form within the form', 400, () => form({ headers: nestedForm(), content: '--x--' })],
  ['an empty file', 400, () => form({ ...FILE, content: '' })],
  ['no file', 400, () => form()],
  ['fields after the file', 201, () => wireBody([FILE, ...HONEST_FIELDS])],
  ['a field of 9 MB', 400, () => form({ name: 'note', content: 'x'.repeat(9_000_000) }, FILE)],
  ['100,000 fields', 400, () => wireBody(Array.from({ length: 100_000 }, (_, at) => ({ name: `${at}`, content: '' })))],
  [
    '100,000 parts that are nothing',
    400,
    () => wireBody(Array.from({ length: 100_000 }, () => ({ headers: 'X: y', content: '' }))),
  ],
  ['thousands of headers of a part', 400, () => form({ headers: 'X: y\r\n'.repeat(5_000), content: '' }, FILE)],
  ['a header of a part of 20 kB', 400, () => form({ headers: `X: ${'y'.repeat(20_000)}`, content: '' }, FILE)],
  ['NUL in a file name', 400, () => form({ ...FILE, filename: 'cv\0.exe' })],
  ['nothing but a part that is no field, of 20 kB', 400, () => wireBody([{ headers: 'X: y', content: MUCH }])],
  ['a part that is no field, of 20 kB', 201, () => form(FILE, { headers: 'X: y', content: MUCH })],
  ['a part without any header, of 20 kB', 400, () => form(FILE, { headers: '', content: MUCH })],
  ['an attachment of 20 kB', 201, () => form(FILE, { headers: 'Content-Disposition: attachment', content: MUCH })],
  [
    'parts that are no fields around all others',
    201,
    () => wireBody([SKIPPED, ...HONEST_FIELDS, SKIPPED, FILE, SKIPPED]),
  ],
  ['a field without a name, of 20 kB', 400, () => form({ content: MUCH }, FILE)],
  ['a second file of 20 kB', 400, () => form(FILE, { ...FILE, content: MUCH })],
  ['20 fields of 20 kB', 400, () => form(...Array.from({ length: 20 }, (_, at) => ({ name: `${at}`, content: MUCH })))],
  [
    '200 answers to no question',
    409,
    () => form(...Array.from({ length: 200 }, (_, at) => ({ name: answerName(at), content: 'x' })), FILE),
  ],
  [
    '200 answers of 20 kB',
    400,
    () => form(...Array.from({ length: 200 }, (_, at) => ({ name: answerName(at), content: MUCH })), FILE),
  ],
  ['an answer of 60,000 brackets', 409, () => form({ name: answerName(1), content: '['.repeat(60_000) }, FILE)],
  ['100 kB before its first part', 201, () => Buffer.concat([Buffer.alloc(100_000, 'x'), CRLF, form(FILE)])],
  ['1 MB after its last part', 201, () => Buffer.concat([form(FILE), Buffer.alloc(MEBIBYTE, 'x')])],
  ['400,000 parts of no byte', 400, () => Buffer.from('--hostile-boundary\r\n\r\n\r\n'.repeat(400_000))],
  ['a part that is no field and no end', 400, () => form(FILE, SKIPPED).subarray(0, -30)],
  ['nothing', 400, () => Buffer.alloc(0)],
  ['10 MB', 201, () => form({ ...FILE, content: pdfOf(10 * MEBIBYTE) })],
  ['10 MB and a byte', 413, () => form({ ...FILE, content: pdfOf(10 * MEBIBYTE + 1) })],
  ['20 MB', 413, () => form({ ...FILE, content: pdfOf(20 * MEBIBYTE) })],
])('a form with %s gets %i', async (_what, status, body) => {
  expect((await send(body())).status).toBe(status)
})

function answerName(at: number): string {
  return `answer-q${String(at).padStart(12, '0')}`
}

function jsonField(name: string): string {
  return `Content-Disposition: form-data; name="${name}"\r\nContent-Type: application/json`
}

function nestedForm(): string {
  return 'Content-Disposition: form-data; name="resume"\r\nContent-Type: multipart/mixed; boundary=x'
}

test.each<[string, number]>([
  ['b'.repeat(252), 201],
  ["'()+_,-./:=?", 201],
  ['-', 201],
  ['b'.repeat(8_000), 400],
])('a boundary of %s', async (boundary, status) => {
  const body = wireBody([...HONEST_FIELDS, FILE], boundary)
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` }
  expect((await send(body, headers)).status).toBe(status)
})

test.each([
  ['multipart/form-data', 400],
  ['multipart/form-data; boundary=', 400],
  ['multipart/form-data; boundary=other', 400],
  ['multipart/mixed; boundary=hostile-boundary', 415],
  ['application/json', 400],
  ['application/x-www-form-urlencoded', 415],
  ['text/plain', 415],
])('a form with the type %s gets %i', async (type, status) => {
  expect((await send(form(FILE), { 'Content-Type': type })).status).toBe(status)
})

test('a compressed form is refused', async () => {
  expect((await send(form(FILE), { 'Content-Encoding': 'gzip' })).status).toBe(415)
})

test.each<[string, number, () => WirePiece[]]>([
  ['is too short', 400, () => [wireHead({ 'Content-Length': 100 }), form(FILE).subarray(0, 100)]],
  ['comes twice', 400, () => [wireHead({ 'Content-Length': 9, 'content-length': 5 }), form(FILE)]],
  ['is negative', 400, () => [wireHead({ 'Content-Length': -1 }), form(FILE)]],
  ['is no number', 400, () => [wireHead({ 'Content-Length': '1e3' }), form(FILE)]],
  ['comes with chunks', 400, () => [wireHead({ 'Content-Length': 9, 'Transfer-Encoding': 'chunked' }), form(FILE)]],
  ['is 1 TB', 413, () => [wireHead({ 'Content-Length': 1e12 }), form(FILE)]],
  ['is 1 TB, with a question first', 413, () => [wireHead({ 'Content-Length': 1e12, Expect: '100-continue' }), 50]],
  [
    'is right, with a question first',
    201,
    () => [wireHead({ 'Content-Length': form(FILE).length, Expect: '100-continue' }), 50, form(FILE)],
  ],
  [
    'is right, and the file comes slowly',
    201,
    () => [wireHead({ 'Content-Length': form(FILE).length }), ...slowly(form(FILE))],
  ],
])('a length that %s gets %i', async (_what, status, pieces) => {
  expect((await raw(pieces())).status).toBe(status)
})

function slowly(body: Buffer): WirePiece[] {
  return [0, 1, 2, 3, 4].flatMap((part) => [
    150,
    body.subarray((body.length * part) / 5, (body.length * (part + 1)) / 5),
  ])
}

const chunk = (content: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), Buffer.from(content), Buffer.from('\r\n')])

const byteByByte = (body: Buffer): Buffer => Buffer.concat([...body].map((byte) => chunk(Buffer.of(byte))))

function* endless(beginning: Buffer): Generator<WirePiece> {
  yield wireHead({ 'Transfer-Encoding': 'chunked' })
  if (beginning.length > 0) yield chunk(beginning)
  const more = chunk(Buffer.alloc(MEBIBYTE, 'x'))
  for (let sent = 0; sent < 2_000; sent += 1) yield more
}

test.each<[string, number, () => Iterable<WirePiece>]>([
  ['an honest form', 201, () => [wireHead({ 'Transfer-Encoding': 'chunked' }), chunk(form(FILE)), '0\r\n\r\n']],
  ['no number', 400, () => [wireHead({ 'Transfer-Encoding': 'chunked' }), 'zz\r\n', form(FILE)]],
  ['a file without end', 413, () => endless(form({ ...FILE, content: '%PDF-1.4' }).subarray(0, -30))],
  ['a field without end', 413, () => endless(form({ name: 'note', content: '' }).subarray(0, -24))],
  ['a header of a part without end', 400, () => endless(form({ name: 'note', content: '' }).subarray(0, -30))],
  ['a part that is no field, without end', 413, () => endless(form(FILE, SKIPPED).subarray(0, -24))],
  ['a form byte by byte', 400, () => [wireHead({ 'Transfer-Encoding': 'chunked' }), byteByByte(form(FILE, SKIPPED))]],
  ['no part at all, without end', 413, () => endless(Buffer.alloc(0))],
  ['forms after a complete one, without end', 413, () => endless(form(FILE))],
])('chunks with %s get %i', async (_what, status, pieces) => {
  expect((await raw(pieces())).status).toBe(status)
})

test('a form that ends too early is refused, wherever it is cut', async () => {
  const body = form(FILE)
  const cuts = Array.from({ length: 50 }, (_, at) => Math.floor((body.length * at) / 50))
  const responses = await Promise.all(
    cuts.map((cut) => raw([wireHead({ 'Content-Length': body.length }), body.subarray(0, cut)], { endsEarly: true })),
  )
  expect(responses.map(({ status }) => status)).toEqual(cuts.map(() => 400))
})

test('a connection that is lost leaves no application and no file', async () => {
  const body = form(FILE)
  const before = await rows()
  for (const cut of [0, 200, 400, 1_000, body.length - 1]) {
    await raw([wireHead({ 'Content-Length': body.length }), body.subarray(0, cut), 20], { cuts: true })
  }
  // Sent after the lost ones, it is stored after them.
  const { id } = JSON.parse((await upload(PDF)).body) as { id: number }
  expect((await rows()).map((row) => row.id).toSorted()).toEqual([...before.map((row) => row.id), id].toSorted())
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'tmp'))).toEqual([]))
  expect(await readdir(join(dataDir, 'resumes'))).toHaveLength(before.length + 1)
})

test('each of several pipelined forms gets a response', async () => {
  const body = form(FILE)
  const first = wireHead({ 'Content-Length': body.length, Connection: undefined })
  const second = wireHead({ 'Content-Length': body.length })
  const before = (await rows()).length
  const { status } = await raw([Buffer.concat([Buffer.from(first), body, Buffer.from(second), body])])
  expect(status).toBe(201)
  // The first one's response ended the connection on this side.
  await vi.waitFor(async () => expect(await rows()).toHaveLength(before + 2))
  taken += 1
  tried += 1
})

test('what was refused left no row and no file, and the server never became large', async () => {
  const honest = (await rows()).length
  expect(honest).toBe(taken)
  expect(await readdir(join(dataDir, 'resumes'))).toHaveLength(honest)
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
  const megabytes = Math.round(peakBytes() / MEBIBYTE)
  console.log(`${tried} uploads tried, ${taken} taken, ${tried - taken} refused; ${megabytes} MB at most`)
  expect(tried - taken).toBeGreaterThanOrEqual(60)
  // The worker that reads the texts of the taken files may hold 128 MB, and as much in buffers, beside the server's own 215.
  expect(megabytes).toBeLessThan(215 + 2 * 128)
})
