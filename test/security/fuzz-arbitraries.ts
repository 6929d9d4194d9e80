import * as fc from 'fast-check'
import { fixture } from '../factories.ts'
import type { JsonSchema, Operation } from './operations.ts'

/** A request to be sent exactly so. */
export type FuzzRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
  signIn: 'no' | 'yes' | 'garbage'
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']

/** Any text, with everything Unicode has and a lone half of a pair now and then. */
const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '__proto__',
      'constructor',
      "' or 1=1 --",
      '%',
      '_',
      '\\',
      '\u0000',
      '\ud800',
      '../../etc/passwd',
      '{{7*7}}',
      '"><script>',
      '-1',
      '1e999',
      'NaN',
      '2147483648',
      '9'.repeat(400),
    ),
  },
)

const long = fc.integer({ min: 100, max: 30_000 }).map((length) => 'x\u{1f600}'.repeat(length))

const anyText = fc.oneof({ weight: 20, arbitrary: text }, { weight: 1, arbitrary: long })

const id = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 30 }).map(String) },
  { weight: 1, arbitrary: text },
)

const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -1, 2 ** 31, 2 ** 53, 1e308))

const date = fc
  .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2099-12-31') })
  .map((instant) => instant.toISOString().slice(0, 10))

/** Something a schema accepts, as far as its outline goes. */
function accepted(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(accepted))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.oneof({ weight: 1, arbitrary: number }, { weight: 4, arbitrary: fc.integer({ min: 1, max: 99 }) })
  if (schema.format === 'date') return date
  if (schema.items) return fc.array(accepted(schema.items), { maxLength: 4 })
  if (schema.properties) return accept(schema.properties, schema.required)
  if (schema.pattern) return id
  const length = schema.maxLength ?? 10
  const limit = fc.integer({ min: length - 1, max: length + 1 }).map((size) => 'a'.repeat(size))
  return fc.oneof(
    { weight: 12, arbitrary: PLAUSIBLE.map((plausible) => plausible.slice(0, schema.maxLength)) },
    { weight: 2, arbitrary: anyText },
    { weight: 1, arbitrary: limit },
  )
}

/** What passes for a name, an address and a telephone number alike. */
const PLAUSIBLE = fc.constantFrom('ana.nunez@example.com', 'o.brien+jobs@example.org')

function accept(properties: Record<string, JsonSchema>, required: string[] = []): fc.Arbitrary<unknown> {
  const spoilt = (schema: JsonSchema) =>
    fc.oneof({ weight: 40, arbitrary: accepted(schema) }, { weight: 1, arbitrary: fc.jsonValue() })
  const fields = Object.entries(properties).map(([name, schema]) => [name, spoilt(schema)] as const)
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  // With every field of a large schema hardly any body is right.
  const least = fc.record(Object.fromEntries(fields.filter(([name]) => required.includes(name))))
  return fc.oneof(
    { weight: 4, arbitrary: least },
    { weight: 6, arbitrary: fc.record(Object.fromEntries(fields)) },
    { weight: 2, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, fc.dictionary(anyText, fc.jsonValue())).map(([a, b]) => ({ ...a, ...b })) },
  )
}

const json = (value: fc.Arbitrary<unknown>) => value.map((given) => Buffer.from(JSON.stringify(given) ?? ''))

const noise = fc
  .tuple(
    fc.constantFrom('%PDF-1.7\n', 'PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0', ''),
    fc.uint8Array({ maxLength: 3_000 }),
  )
  .map(([magic, rest]) => Buffer.concat([Buffer.from(magic, 'latin1'), rest]).toString('latin1'))

const file = fc.oneof(
  fc.constantFrom('resume.pdf', 'resume.docx', 'macro.docm').map((name) => fixture(name).toString('latin1')),
  noise,
)

/** A form by hand: parts in any number and order, with any names, and now and then without an end. */
function form({ properties = {}, required }: JsonSchema): fc.Arbitrary<Buffer> {
  const name = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...Object.keys(properties)) },
    { weight: 1, arbitrary: text },
  )
  const field = fc.tuple(name, anyText).map(([field, value]) => part(`name="${quoted(field)}"`, value))
  const upload = fc
    .tuple(fc.oneof({ weight: 5, arbitrary: fc.constant('resume') }, name), text, file)
    .map(([field, called, content]) => part(`name="${quoted(field)}"; filename="${quoted(called)}"`, content))
  const { resume: _, ...fields } = properties
  const good = accepted({
    properties: fields,
    ...(required && { required: required.filter((name) => name !== 'resume') }),
  }).map((fields) =>
    Object.entries(fields as object).map(([name, value]) => part(`name="${quoted(name)}"`, String(value))),
  )
  const parts = fc.oneof(
    fc.array(fc.oneof(field, upload), { maxLength: 14 }),
    fc.tuple(good, upload).map((all) => all.flat()),
  )
  const end = fc.oneof({ weight: 9, arbitrary: fc.constant('--b--\r\n') }, { weight: 1, arbitrary: text })
  return fc.tuple(parts, end).map(([all, last]) => Buffer.from(all.join('') + last, 'latin1'))
}

function part(disposition: string, content: string): string {
  return `--b\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
}

function quoted(name: string): string {
  return name.replaceAll(/["\r\n]/g, encodeURIComponent)
}

function bodyOf({ body }: Operation): fc.Arbitrary<{ content: Buffer; type: string } | undefined> {
  const anything = fc.oneof(
    json(fc.jsonValue()),
    fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
    fc.integer({ min: 1, max: 60_000 }).map((depth) => Buffer.from('['.repeat(depth))),
    fc
      .constantFrom('{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{}}}')
      .map((raw) => Buffer.from(raw)),
  )
  const anyType = fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=b',
    'application/xml',
    'nonsense',
  )
  const wild = fc.record({ content: anything, type: anyType })
  if (!body) return fc.option(wild, { nil: undefined })
  const isForm = body.contentType.startsWith('multipart/')
  const right = isForm ? form(body.schema) : json(accepted(body.schema))
  const type = isForm ? 'multipart/form-data; boundary=b' : body.contentType
  const fitting = right.map((content) => ({ content, type }))
  return fc.oneof(
    { weight: 8, arbitrary: fitting },
    { weight: 1, arbitrary: wild },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

function queryOf({ query }: Operation): fc.Arbitrary<string> {
  const known = query.map(({ name, schema }) =>
    fc.oneof(accepted(schema), text, id).map((value) => [name, String(value)] as const),
  )
  const pairs = fc.array(fc.oneof(fc.tuple(text, text), ...known), { maxLength: 5 })
  return pairs.map((all) => all.map((pair) => pair.map(encode).join('=')).join('&'))
}

function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

const anyHeaders = fc.dictionary(
  fc.constantFrom(
    'idempotency-key',
    'if-none-match',
    'cookie',
    'accept-encoding',
    'host',
    'range',
    'x-setup-token',
    'x-forwarded-for',
  ),
  fc.oneof(
    fc.string({
      unit: fc
        .integer({ min: 0x20, max: 0xff })
        .map((code) => String.fromCharCode(code))
        .filter((c) => c !== '\u007f'),
    }),
    fc.constantFrom('*', 'br;q=0.1, gzip', 'bytes=0-1', '__Host-wellhead-applications=x'),
  ),
  { maxKeys: 2 },
)

const signIn = fc.constantFrom<FuzzRequest['signIn']>('no', 'yes', 'yes', 'yes', 'garbage')

/** Requests to one route: near to what it takes, and far from it. */
export function requestsTo(route: Operation): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({ id, query: queryOf(route), headers: anyHeaders, body: bodyOf(route), signIn, isRaw: fc.nat(20) })
    .map(({ id, query, headers, body, signIn, isRaw }) => ({
      method: route.method,
      path: `${route.path.replace('{id}', isRaw === 0 ? '%zz' : encode(id))}${query && `?${query}`}`,
      headers: { ...headers, ...(body && { 'content-type': body.type }) },
      body: body?.content,
      signIn,
    }))
}

/** Requests to any address at all. */
export const requestsAnywhere: fc.Arbitrary<FuzzRequest> = fc
  .record({
    method: fc.constantFrom(...METHODS),
    parts: fc.array(text, { maxLength: 4 }),
    query: text,
    headers: anyHeaders,
    signIn,
  })
  .map(({ parts, query, ...rest }) => ({
    ...rest,
    path: `/${parts.map(encode).join('/')}?${encode(query)}`,
    body: undefined,
  }))
