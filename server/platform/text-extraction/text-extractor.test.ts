import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResumeKind } from '../../../contract/applications/resume-kinds.ts'
import { fixture } from '../../../test/factories.ts'
import { archive } from '../../../test/hostile-files/hostile-archive.ts'
import { CIRCULAR_DOCUMENTS } from '../../../test/hostile-files/hostile-compound.ts'
import { contentTypes } from '../../../test/hostile-files/hostile-documents.ts'
import {
  fontBomb,
  HOSTILE_PDFS,
  nestedForms,
  pdfOf,
  scannedPdf,
  streamBomb,
  textPdf,
} from '../../../test/resume-files/pdf-files.ts'
import { WorkerStopped } from '../bounded-worker.ts'
import type { ExtractedText } from './extracted-text.ts'
import { createTextExtractor, PARSER_VERSION, type TextExtractor, TooSlow } from './text-extractor.ts'

const log = { warn: () => undefined }
let extractor: TextExtractor
beforeAll(() => {
  extractor = createTextExtractor(log)
})
afterAll(() => extractor.stop())

const textOf = (kind: ResumeKind, content: Buffer) => extractor.extract(kind, new Uint8Array(content))

test.each(['resume.pdf', 'resume.docx', 'resume.doc', 'resume.txt'])('the text of a real %s is read', async (name) => {
  const { state, text, isTruncated } = await textOf(name.split('.')[1] as ResumeKind, fixture(name))
  expect({ state, isTruncated }).toEqual({ state: 'extracted', isTruncated: false })
  expect(text).toMatch(/^Renée Castellón\nLead SCADA Engineer/)
  expect(text).toContain('production and gathering facilities')
})

test.each([
  ['libreoffice-full.doc', 'Well pads'],
  ['libreoffice-full.docx', 'Well pads'],
  ['libreoffice-text.docx', 'tags and historians'],
  ['word-2010-text-box.docx', 'Datum plane'],
  ['word-2016-strict.docx', 'Test'],
  ['word-mac-2011.docx', 'jumps over the lazy dog.\n'],
])('the text of %s, as a word processor wrote it, is read', async (name, part) => {
  const { text } = await textOf(name.split('.')[1] as ResumeKind, fixture(`word-processors/${name}`))
  expect(text).toContain(part)
})

test('two columns are read one after the other', async () => {
  const content = 'Compressors, pumps and their drives, from the first drawing to the hand-over. '.repeat(12)
  const pdf = await pdfOf((document) => document.text(`${content}END`, { columns: 2, height: 300 }))
  const { text } = await textOf('pdf', pdf)
  expect(text.replaceAll('\n', ' ')).toBe(`${content}END`)
})

test.each([0.8, 1.2, 1.6, 2.5, 7, 9])('words whose letters are %d points apart are words', async (characterSpacing) => {
  const lines = ['WORK EXPERIENCE', 'SUMMARY', 'DATA AVAILABILITY & SAFETY', 'EDUCATION', 'Ava Taylor']
  const pdf = await pdfOf((document) => {
    document.fontSize(10)
    for (const line of lines)
      document.text(line, { characterSpacing }).text('Kept pumps and valves.', { characterSpacing: 0 })
  })
  const { text } = await textOf('pdf', pdf)
  expect(text.split('\n').filter((line) => line !== 'Kept pumps and valves.')).toEqual(lines)
})

test('words that a program parts without drawing a space are words', async () => {
  const pdf = await pdfOf((document) => {
    document
      .text('Resume')
      .addContent('BT /F1 10 Tf 1 0 0 1 72 400 Tm [(SAFETY) -300 (FIRST) -333 (A) -300 (DAY)] TJ ET')
  })
  expect((await textOf('pdf', pdf)).text).toBe('Resume\nSAFETY FIRST A DAY')
})

test('dates beside titles are parted from them, in the order in which they were drawn', async () => {
  const pdf = await pdfOf((document) => {
    document.text('2022 - present', 450, 100).text('Senior Developer', 72, 100.3).text('Permian Basin', 72, 114)
    document.text('Operator', 72, 200).text('2014 - 2018', 450, 200).text('H', 72, 300)
    document.fontSize(8).text('2', 81, 305).fontSize(12).text('S training', 86, 300)
  })
  expect((await textOf('pdf', pdf)).text).toBe(
    '2022 - present\nSenior Developer\nPermian Basin\nOperator 2014 - 2018\nH2S training',
  )
})

test('text that runs up the page is read as text that runs along it', async () => {
  const pdf = await pdfOf((document) => {
    document
      .rotate(-90, { origin: [300, 400] })
      .text('2020 - 2022', 450, 400)
      .text('Lead', 200, 400)
  })
  expect((await textOf('pdf', pdf)).text).toBe('2020 - 2022\nLead')
})

test('ligatures of a font are letters again', async () => {
  const font = 'node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff'
  const pdf = await pdfOf((document) => {
    document.font(font).text('Office, flow and efficient offline field work')
    document.text('Efficiency', { characterSpacing: 2 })
  })
  expect((await textOf('pdf', pdf)).text).toBe('Office, flow and efficient offline field work\nEfficiency')
})

test('a scan has no text', async () => {
  expect(await textOf('pdf', await scannedPdf())).toEqual({ state: 'empty', text: '', pages: 1, isTruncated: false })
})

test('a PDF that needs a password cannot be read, one that only restricts printing can', async () => {
  const draw = (document: PDFKit.PDFDocument) => document.text('Confidential')
  const locked = await pdfOf(draw, { userPassword: 'secret' })
  expect(await textOf('pdf', locked)).toMatchObject({ state: 'unsupported', text: '' })
  const restricted = await pdfOf(draw, { ownerPassword: 'secret', permissions: { printing: 'lowResolution' } })
  expect(await textOf('pdf', restricted)).toMatchObject({ state: 'extracted', text: 'Confidential' })
})

test('of 200 pages the first 100 are read', async () => {
  const pdf = await pdfOf((document) => {
    for (let page = 1; page <= 200; page += 1) document.text(`This is page ${page}.`).addPage()
  })
  const { text, pages, isTruncated } = await textOf('pdf', pdf)
  expect({ pages, isTruncated }).toEqual({ pages: 201, isTruncated: true })
  expect(text.match(/This is page/g)).toHaveLength(100)
})

test.each([
  ['pdf', 'truncated.pdf', 'failed'],
  ['docx', 'resume.pdf', 'failed'],
  ['doc', 'resume.docx', 'failed'],
] as const)(
  '%s: %s, which is broken or of another type, is %s, and the next file is read',
  async (kind, name, state) => {
    expect(await textOf(kind, fixture(name))).toMatchObject({ state })
    expect((await textOf('txt', Buffer.from('Next'))).text).toBe('Next')
  },
)

test.each([
  ['UTF-16', Buffer.from('\ufeffRenée', 'utf16le')],
  ['UTF-8 with a mark', Buffer.from('\ufeffRenée')],
  ['Windows-1252', Buffer.from('Ren\xe9e', 'latin1')],
])('a text in %s is read', async (_, content) => {
  expect((await textOf('txt', content)).text).toBe('Renée')
})

test('of ten megabytes of text the first 300,000 characters are kept', async () => {
  const { text, isTruncated } = await textOf('txt', Buffer.alloc(10_000_000, 'pump_and_valve_'))
  expect({ length: text.length, isTruncated }).toEqual({ length: 300_000, isTruncated: true })
})

/** Files that exhaust memory or time fail; the parser finds no text in the others. */
const HOSTILE_STATES: Record<keyof typeof HOSTILE_PDFS, ExtractedText['state']> = {
  'a stream that unpacks to 300 MB': 'failed',
  'a font that unpacks to 300 MB': 'failed',
  'arrays a million deep': 'empty',
  'a form that draws itself': 'empty',
  'pages that contain themselves': 'empty',
}

test.each(Object.entries(HOSTILE_PDFS))(
  '%s costs little memory and no server, and the next file is read',
  async (name, make) => {
    const content = make()
    const before = process.memoryUsage().rss
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - before)
    }, 20)
    const { state } = await textOf('pdf', content)
    clearInterval(watch)
    expect(state).toBe(HOSTILE_STATES[name])
    expect(most / 1e6).toBeLessThan(400)
    expect((await textOf('pdf', await textPdf('Next'))).text).toBe('Next')
  },
)

// The second ended the whole process, whatever the limits of its thread.
test.each(Object.entries(CIRCULAR_DOCUMENTS))(
  '%s is not followed for long, and the next file is read',
  async (_what, content) => {
    expect(await textOf('doc', content)).toMatchObject({ state: 'failed', text: '' })
    expect((await textOf('txt', Buffer.from('Next'))).text).toBe('Next')
  },
)

test('a DOCX container whose XML is very long when unpacked is not parsed', async () => {
  const document = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${'<w:p/>'.repeat(4_000_000)}</w:body></w:document>`
  const container = archive([
    { name: '[Content_Types].xml', content: contentTypes() },
    { name: 'word/document.xml', content: document },
  ])
  expect(await textOf('docx', container)).toMatchObject({ state: 'failed' })
})

test('a file that takes too long, or too much memory, ends its worker and fails', async () => {
  const reasons: string[] = []
  const noted = { warn: ({ err }: { err: Error }) => void reasons.push(err.message) } as typeof log
  for (const [limits, content] of [
    [{ timeMs: 100 }, streamBomb(100)],
    [{ memoryMb: 64 }, fontBomb(200)],
  ] as const) {
    const strict = createTextExtractor(noted, { timeMs: 20_000, memoryMb: 128, idleMs: 30_000, ...limits })
    expect(await strict.extract('pdf', new Uint8Array(content))).toMatchObject({ state: 'failed' })
    await strict.stop()
  }
  expect(reasons).toEqual(['It took longer than 100 ms.', expect.stringMatching(/^It took \d+ MB of buffers\.$/)])
})

test('a worker ends when it has had nothing to do for a while', async () => {
  const idle = createTextExtractor(log, { timeMs: 20_000, memoryMb: 128, idleMs: 10 })
  const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length
  const before = threads()
  expect((await idle.extract('txt', new Uint8Array(Buffer.from('One')))).text).toBe('One')
  await expect.poll(threads).toBeLessThanOrEqual(before)
  expect((await idle.extract('txt', new Uint8Array(Buffer.from('Two')))).text).toBe('Two')
  await idle.stop()
})

test('stopping ends an extraction under way, which is to be done again', async () => {
  const stopped = createTextExtractor(log)
  const extraction = stopped.extract('pdf', new Uint8Array(streamBomb(100)))
  await Promise.all([expect(extraction).rejects.toThrow(WorkerStopped), stopped.stop()])
})

test('the parser version names the libraries as package.json pins them', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  const libraries = readdirSync(import.meta.dirname)
    .filter((name) => name.startsWith('read-') && !name.includes('.test.'))
    .flatMap((name) => [
      ...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/(?:from |import\()'([^.':]+)'/g),
    ])
    .map(([, library = '']) => library)
  // It unpacks files, and has no say in their text.
  const readers = new Set(libraries.filter((library) => library !== 'yauzl'))
  expect([...readers].map((library) => `${library} ${dependencies[library]}`).sort()).toEqual(
    PARSER_VERSION.split(', ').slice(1).sort(),
  )
})

test('a file of 2.6 kB whose forms draw each other without end is given up after a first try, and the next one is read', async () => {
  const dear = nestedForms()
  expect(dear.length).toBeLessThan(2_700)
  const impatient = createTextExtractor(log, { timeMs: 60_000, memoryMb: 128, idleMs: 30_000 }, 1_000)
  try {
    await expect(impatient.extract('pdf', new Uint8Array(dear), { isQuick: true })).rejects.toThrow(TooSlow)
    expect(await impatient.extract('pdf', new Uint8Array(await textPdf('Geodesist')))).toMatchObject({
      text: 'Geodesist',
    })
  } finally {
    await impatient.stop()
  }
})
