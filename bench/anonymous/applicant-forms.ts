import { APPLICANT_FIELD_NAMES } from '../../contract/applications/applicant-fields.ts'
import { RESUME_SECTIONS } from '../../contract/applications/written-resume.ts'
import { APPLICANT, fixture } from '../../test/factories.ts'
import { HOSTILE_RESUMES } from './hostile-resumes.ts'
import { MULTIPART, multipart, type Part, partsOf } from './multipart.ts'
import type { Input } from './odd-requests.ts'
import type { SiteWithTokens } from './site-with-tokens.ts'

/** Few, since each of them works for long in the background. */
const FEW = 2
/** Of what long fields are made. */
const PIECES = {
  letters: 'x',
  'quotation marks': '"',
  'angle brackets': '<',
  ampersands: '&',
  'control characters': '\u0001',
  marks: 'e\u0323\u0301\u0300',
  blanks: ' ',
  lines: '\r\n',
  addresses: 'http://a.b/ ',
}
/** What resumes are written in. */
const SCRIPTS = {
  'of Latin letters': 'Ölfeld und Gas, Tag und Nacht. ',
  'of Arabic letters and numbers': 'حقل النفط 17 والغاز. ',
  'of characters that no font has': 'तेल क्षेत्र स्वचालन। ',
  'of different characters that no font has': Array.from({ length: 2_000 }, (_, index) =>
    String.fromCodePoint(0x4e00 + index),
  ).join(''),
}
const MEGABYTES = 10_000_000
/** Largest field of a form, and all fields together. In characters. */
const FIELD = { one: 65_000, all: 640_000 }

/** What the applicant with this number types. */
export function applicant(number: number): Record<string, string> {
  return { ...APPLICANT, email: `applicant${number}@example.com` }
}

/** An input that is a form. @param times as in {@link Input} */
export function form(what: string, make: (number: number) => Part[], times?: number): Input {
  const request: Input['request'] = (number) => ({ headers: MULTIPART, body: multipart(make(number)) })
  return times === undefined ? { what, request } : { what, request, times }
}

/** What the form for lost applications asks for. */
export function resubmitted(number: number): Record<string, string> {
  const { name, email = '', phone } = applicant(number)
  return { name: name ?? '', email, phone: phone ?? '', additionalInfo: 'More about it. '.repeat(300) }
}

/** Forms that no browser sends, for every route that takes one with a file. */
export function oddForms({ longest }: SiteWithTokens): Input[] {
  const ofFields = (names: string[], piece: string) => {
    const bytes = Math.min(FIELD.one, Math.floor(FIELD.all / names.length))
    return partsOf(Object.fromEntries(names.map((name) => [name, piece.repeat(bytes / Buffer.byteLength(piece))])))
  }
  const known = [...APPLICANT_FIELD_NAMES, ...RESUME_SECTIONS]
  const job = { name: 'jobId', content: String(longest.id) }
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`)
  return [
    form('nothing', () => []),
    ...Object.entries(PIECES).map(([what, piece]) =>
      form(`the longest fields, of ${what}`, () => [job, ...ofFields(known, piece)]),
    ),
    form('the most answers', () => [job, ...ofFields([...longest.answerFields, 'name'], '<')]),
    form('the most unknown fields', () => ofFields(numbered(240), '<')),
    form('thousands of fields', () => partsOf(Object.fromEntries(numbered(8_000).map((name) => [name, ''])))),
    form('a field of ten megabytes', () => partsOf({ note: 'x'.repeat(MEGABYTES) })),
    form('a file of ten megabytes', () => [
      { name: 'resume', content: Buffer.alloc(MEGABYTES, 'x'), fileName: 'cv.pdf' },
    ]),
  ]
}

/** Files, honest and not. @param fields what the form asks for beside it */
export function resumes(fields: (number: number) => Record<string, string>): Input[] {
  const honest = ['resume.pdf', 'resume.docx', 'resume.doc'].map((name) =>
    form(`an honest ${name}`, (number) => [
      ...partsOf(fields(number)),
      { name: 'resume', content: fixture(name), fileName: name },
    ]),
  )
  const hostile = Object.entries(HOSTILE_RESUMES).map(([what, { fileName, times, make }]) =>
    form(what, (number) => [...partsOf(fields(number)), { name: 'resume', content: make(number), fileName }], times),
  )
  return [...honest, ...hostile]
}

/** Resumes that are written into the form. */
export function written(): Input[] {
  return Object.entries(SCRIPTS).map(([what, text]) => {
    const sections = Object.fromEntries(RESUME_SECTIONS.map((section) => [section, text.repeat(4_900 / text.length)]))
    return form(`a written resume ${what}`, (number) => partsOf({ ...applicant(number), ...sections }), FEW)
  })
}

/** The same input with further headers. */
export function withHeaders(input: Input, more: Record<string, string>): Input {
  return {
    ...input,
    request: (number) => {
      const { headers, ...rest } = input.request(number)
      return { ...rest, headers: { ...headers, ...more } }
    },
  }
}

/** What a form without a file is sent. */
export function encodedForms(valid: (number: number) => Record<string, string>): Input[] {
  const bodies: Record<string, (number: number) => string> = {
    'a valid form': (number) => String(new URLSearchParams(valid(number))),
    'thousands of fields': () => 'a=1&'.repeat(4_000),
    'long fields': () =>
      String(new URLSearchParams({ email: '"'.repeat(2_000), words: '"'.repeat(1_500), place: '"'.repeat(1_500) })),
    escapes: () => `words=${'%C3%A9'.repeat(2_600)}`,
    'broken escapes': () => `words=${'%'.repeat(16_000)}`,
    marks: () =>
      String(new URLSearchParams({ words: 'e\u0323\u0301'.repeat(500), place: 'e\u0323\u0301'.repeat(500) })),
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return Object.entries(bodies).map(([what, make]) => ({
    what,
    request: (number) => ({ headers, body: Buffer.from(make(number)) }),
  }))
}
