import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { BODY_LIMIT } from '../../server/platform/http/connections/body-limits.ts'
import { sendRaw } from '../../test/requests/raw-request.ts'
import { startInProcess } from '../../test/start-in-process.ts'
import type { printGrowth } from './print-growth.ts'

/** As much as Node takes of address and headers together, less what the rest of the request needs. In bytes. */
const LONGEST_HEAD = 15_800
/** A busy machine may take long; what is measured is processor time. */
const TIMEOUT_MS = 50_000

/** What is repeated in heads: the characters that addresses, headers, parameters, lists, quotations and numbers are made of. */
const OF_HEADS = [
  ...'/\\?&=;,.:%*+-_@#"\'()[]{}<>~|^`!$ \t',
  ...['a', '1', 'a/', '../', '//a', '%2f', '%2e/', '%25', '%', 'a=', 'a=1&', 'a;', ';a=', 'a="', '\\"', 'a=";'],
  ...[
    '*,',
    'W/',
    'W/"a",',
    'q=',
    ';q=0.1,',
    'gzip;q=',
    'bytes=',
    '0-,',
    '1.',
    '1.1.1.1, ',
    '::',
    'a@',
    'Bearer ',
    ' \t',
  ],
]
/** Marks that stand in an order other than the one in which Unicode writes them: sorting them may take quadratic time. */
const MARKS = ['\u0315\u0300', '\u0345\u0300', '\u0344\u0300']

const ADDRESSES = [
  ['GET /', ''],
  ['GET /a', 'b/'],
  ['GET /jobs/', '/'],
  ['GET /assets/', ''],
  ['GET /api/jobs/', ''],
  ['GET /?', ''],
  ['GET /api/jobs?active=', ''],
  ['GET http://', '/'],
] as const

/** Every header that is read, at an address where it is. */
const HEADERS = [
  ...['Accept', 'Accept-Encoding', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'Origin', 'Sec-Fetch-Site'].map(
    (name) => ['GET /', name] as const,
  ),
  ...['Accept-Encoding', 'If-Match', 'If-Modified-Since', 'If-None-Match', 'If-Range', 'Range'].map(
    (name) => ['GET /theme.js', name] as const,
  ),
  ...['Authorization', 'Cookie', 'X-Forwarded-For', 'X-Forwarded-Host'].map(
    (name) => ['GET /api/applications', name] as const,
  ),
]
const HEADERS_OF_BODIES = [
  ['POST /api/auth/login', 'Origin', 'http://'],
  ['POST /api/auth/setup-admin', 'X-Setup-Token', ''],
  ['POST /api/auth/login', 'Content-Type', 'application/json;'],
  ['POST /api/submit-application', 'Content-Type', 'multipart/form-data; boundary='],
  ['POST /api/submit-application', 'Content-Type', 'multipart/form-data;'],
] as const
const APPLICANT = { name: 'Ada', email: 'ada@example.com', phone: '+1 432 555 0117' }

type Request = { line: string; headers?: Record<string, string>; body?: string }
/** Parts of a request, each with the request that has a text there, what the texts repeat, and how long they may be. */
type Parts = {
  what: string
  units: string[]
  /** In bytes. */
  longest: number
  requests: Record<string, (text: string) => Request>
}

const PARTS: Parts[] = [
  {
    what: 'addresses',
    units: OF_HEADS,
    longest: LONGEST_HEAD,
    requests: byName(ADDRESSES, ([before, after]) => [
      `${before}...${after}`,
      (text) => ({ line: before + inAddress(text) + after }),
    ]),
  },
  {
    what: 'headers',
    units: OF_HEADS,
    longest: LONGEST_HEAD,
    requests: {
      ...byName(HEADERS, ([line, name]) => [
        `${line} with ${name}: ...`,
        (text) => ({ line, headers: { [name]: `${text}x` } }),
      ]),
      ...byName(HEADERS_OF_BODIES, ([line, name, start]) => [
        `${line} with ${name}: ${start}...`,
        (text) => ({ line, headers: { [name]: start + text }, body: '{}' }),
      ]),
    },
  },
  {
    what: 'sign-ins',
    units: [...MARKS, ' ', 'a', '\\u0000', '\u200b', '\ufdfa'],
    longest: BODY_LIMIT.stranger - 100,
    requests: byName(['username', 'password'], (field) => [
      field,
      (text) => ({
        line: 'POST /api/auth/login',
        headers: { 'Content-Type': 'application/json' },
        body: `{"username":"ada","password":"wrong password","${field}":"a${text}"}`,
      }),
    ]),
  },
  {
    what: 'applications',
    units: [...MARKS, ' ', 'a', 'a@', 'a.', '\t\r\n', '\u0000', '\u200b', '\ufdfa'],
    longest: 60_000,
    requests: byName(['name', 'email', 'phone', 'note', 'jobId', 'website'], (field) => [
      field,
      (text) => {
        const fields = Object.entries({ ...APPLICANT, [field]: `a${text}` })
        return formOf(fields.map(([name, value]) => partOf(`name="${name}"`, value)).join(''))
      },
    ]),
  },
  {
    what: 'heads of parts',
    units: OF_HEADS,
    longest: 30_000,
    requests: byName(['name', 'filename'], (parameter) => [
      parameter,
      (text) => formOf(partOf(`name="resume"; ${parameter}="${text}\r\nContent-Type: ${text}`, '%PDF-1.4')),
    ]),
  },
]

/** Sends a program in this process a text of any length in each part of a request that anyone may fill. */
export async function printGrowingRequests(folder: string, print: typeof printGrowth): Promise<void> {
  const server = await startInProcess({
    DATA_DIR: await mkdtemp(join(folder, 'growth-')),
    SETUP_TOKEN: 'a-long-enough-secret',
    SUBMISSIONS_PER_HOUR: '0',
    TRUST_PROXY: '1',
  })
  for (const { what, units, longest, requests } of PARTS) {
    const inputs = Object.entries(requests).flatMap(([part, requestWith]) =>
      units.map((unit) => [
        `${JSON.stringify(unit)} in ${part}`,
        (length: number) => requestWith(unit.repeat(length / Buffer.byteLength(unit))),
      ]),
    )
    const read = (request: Request) => send(server.url, request)
    await print(`requests: ${what}`, { inputs: Object.fromEntries(inputs), longest, read })
  }
  await server.stop()
}

function byName<Item>(
  items: readonly Item[],
  entryOf: (item: Item) => [name: string, requestWith: (text: string) => Request],
): Parts['requests'] {
  return Object.fromEntries(items.map(entryOf))
}

/** A space would end the address. */
function inAddress(text: string): string {
  return text.replaceAll(' ', '+').replaceAll('\t', '+')
}

function partOf(parameters: string, content: string): string {
  return `--B\r\nContent-Disposition: form-data; ${parameters}\r\n\r\n${content}\r\n`
}

function formOf(parts: string): Request {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=B' }
  return { line: 'POST /api/submit-application', headers, body: `${parts}--B--\r\n` }
}

function send(url: string, { line, headers = {}, body }: Request): Promise<unknown> {
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
  const all = { Host: new URL(url).host, Connection: 'close', ...length, ...headers }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return sendRaw(url, `${line} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`, TIMEOUT_MS)
}
