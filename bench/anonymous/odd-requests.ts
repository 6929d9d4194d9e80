import { BODY_LIMIT } from '../../server/platform/http/connections/body-limits.ts'
import type { Sent } from './send.ts'

/** An input of a route: what it is, and the request of each time it is sent. */
export type Input = {
  what: string
  request(number: number): Omit<Sent, 'method' | 'path'> & { path?: string }
  /** Sent only so often, since each time takes long. */
  times?: number
}

/** All headers of a request together may have 16 kB. */
const HEADER_BYTES = 12_000
const QUERY_LENGTH = 8_000
/** Letters with marks, whose order normalisation sorts. */
const MARKED = 'e\u0323\u0301\u0300'

const filled = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length))

/** Whether a path has no query yet. */
const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`

/** What any address can be asked with. */
export function oddHeads(path: string): Input[] {
  const queries = {
    'a query of one long word': filled('x', QUERY_LENGTH),
    'a query of thousands of fields': filled('a=1&', QUERY_LENGTH),
    'a query of escapes': `q=${filled('%C3%A9', QUERY_LENGTH)}`,
    'a query of broken escapes': `q=${filled('%', QUERY_LENGTH)}`,
    'a query of nested fields': `a${filled('[a]', QUERY_LENGTH)}=1`,
  }
  const heads = {
    'no encoding': { 'accept-encoding': 'identity' },
    brotli: { 'accept-encoding': 'br' },
    'hundreds of encodings': { 'accept-encoding': filled('br;q=0.001, gzip;q=0, ', HEADER_BYTES) },
    'hundreds of ETags': { 'if-none-match': filled('"0123456789abcdef", ', HEADER_BYTES) },
    'thousands of cookies': { cookie: filled('a=1; ', HEADER_BYTES) },
    'thousands of ranges': { range: `bytes=${filled('0-0,', HEADER_BYTES)}` },
    'hundreds of media types': { accept: filled('text/html;q=0.1, ', HEADER_BYTES) },
  }
  return [
    { what: 'nothing more', request: () => ({}) },
    ...Object.entries(queries).map(([what, query]) => ({ what, request: () => ({ path: withQuery(path, query) }) })),
    ...Object.entries(heads).map(([what, headers]) => ({ what, request: () => ({ headers }) })),
  ]
}

const JSON_TYPE = { 'content-type': 'application/json' }

/**
 * What any address that takes JSON can be sent.
 * @param valid a valid body, each time another one
 * @param limit of the route, in bytes
 */
export function oddBodies(
  valid: (number: number) => Record<string, unknown>,
  headers: Record<string, string> = {},
  limit: number = BODY_LIMIT.stranger,
): Input[] {
  const most = limit - 100
  const withJson = { ...JSON_TYPE, ...headers }
  const sent = (what: string, make: (number: number) => string): Input => ({
    what,
    request: (number) => ({ headers: withJson, body: Buffer.from(make(number)) }),
  })
  const texts = {
    'one long text': filled('x', most - 500),
    'one long text of marks': filled(MARKED, (most - 500) / 2),
    'one long text of blanks': `x${filled(' ', most - 500)}x`,
    'one long text of lines': filled('\\n', most - 500),
  }
  const names = Object.entries(valid(0)).flatMap(([name, value]) => (typeof value === 'string' ? [name] : []))
  return [
    sent('a valid body', (number) => JSON.stringify(valid(number))),
    sent('thousands of unknown fields', () => `{${Array.from({ length: most / 11 }, (_, n) => `"${n}":1`).join()}}`),
    sent('one unknown field with a long name', () => `{"${filled('x', most)}":1}`),
    sent('thousands of nested lists', () => filled('[', most)),
    sent('closed nested lists', () => `${filled('[', most / 2)}${filled(']', most / 2)}`),
    sent('a list of empty objects', () => `[${filled('{},', most - 10)}{}]`),
    sent('a body that is too long', () => filled('[', BODY_LIMIT.admin + 1)),
    sent('a long number', () => filled('9', most)),
    sent('text that is no JSON at its end', () => `{"a":"${filled('\\u0041', most)}`),
    ...names.flatMap((name) =>
      Object.entries(texts).map(([what, text]) =>
        sent(`${what} in ${name}`, (number) => {
          const body = JSON.stringify({ ...valid(number), [name]: '' })
          return body.replace(`"${name}":""`, () => `"${name}":"${text}"`)
        }),
      ),
    ),
  ]
}
