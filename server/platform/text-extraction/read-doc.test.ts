import { expect, test } from 'vitest'
import { fixture } from '../../../test/factories.ts'
import { GROWING_DOC, LONGEST_DOC } from '../../../test/hostile-files/growing-files.ts'
import { TEXT_AT, type WordDocument, wordDocument } from '../../../test/hostile-files/word-document.ts'
import { samplesOf, textOfSample } from '../../../test/resume-files/sample-texts.ts'
import { normaliseText } from './normalise-text.ts'
import { readDoc } from './read-doc.ts'

const TEXT =
  'Ana \x13 HYPERLINK "https://a.example" \x14Castell\xf3n\x15 \x13 PAGE \x15\x96 \x93Lead\x94\r' +
  'Deleted words stay\x0bSite\x1ftwo\rA\x07B\x07\x07C\x07D\x07\x07End\r'

/** Where a part of the text stands. */
function runOf(part: string, length = part.length): [number, number] {
  const from = TEXT_AT + TEXT.indexOf(part)
  return [from, from + length]
}

test('fields, deleted words and the rows of a table are read as Word shows them', () => {
  const rowEnd = TEXT_AT + TEXT.indexOf('\x07\x07C') + 1
  const content = wordDocument({ text: TEXT, deleted: [runOf('Deleted words ')], rowEnds: [[rowEnd, rowEnd + 1]] })
  expect(readDoc(content)).toEqual({
    text: 'Ana Castellón – “Lead”\nstay\nSite\u00adtwo\nA\tB\t\nC\tD\t\tEnd\n',
  })
})

test('a field that does not end keeps its text', () => {
  expect(readDoc(wordDocument({ text: 'Ana \x13Lead\x13x\x15 Engineer' }))).toEqual({ text: 'Ana Lead Engineer' })
})

test('a document of several pieces is read in their order', () => {
  const pieces = [
    { from: TEXT_AT + 6, length: 5 },
    { from: TEXT_AT, length: 6 },
  ]
  expect(readDoc(wordDocument({ text: 'valve pumps', pieces }))).toEqual({ text: 'pumpsvalve ' })
})

test('a document that needs a password cannot be read', () => {
  expect(readDoc(wordDocument({ text: 'x', isEncrypted: true }))).toBe('unsupported')
})

const TOO_LONG = 'The pieces are longer than the document.'

// The reader makes room for the whole text at once, so it must refuse such a file before.
test.each<[string, WordDocument, string | typeof RangeError]>([
  [
    'a piece that is longer than the document',
    { text: 'x', pieces: [{ from: TEXT_AT, length: 500_000_000 }] },
    TOO_LONG,
  ],
  ['a piece that is outside the document', { text: 'x', pieces: [{ from: 5_000, length: 10 }] }, RangeError],
  [
    'many pieces of the same place',
    { text: 'x'.repeat(10_000), pieces: Array.from({ length: 1_000 }, () => ({ from: TEXT_AT, length: 10_000 })) },
    TOO_LONG,
  ],
])('%s is not read, and fills no memory', (_what, document, fault) => {
  const content = wordDocument(document)
  expect(() => readDoc(content)).toThrow(fault)
})

const LETTERS = 'a'.repeat(LONGEST_DOC)
const TEXTS: Record<keyof typeof GROWING_DOC, string> = {
  'a field that does not end': LETTERS,
  'fields in each other': '',
  'many deleted runs': 'a'.repeat(LONGEST_DOC / 2),
  'deleted runs in the same place': 'a'.repeat(LONGEST_DOC - 50),
  'a block of runs that is listed again and again': '',
  'many pieces': 'a'.repeat(LONGEST_DOC / 2),
}

// With a former reader each of these takes longer than a test may.
test.each(Object.entries(GROWING_DOC))('a document of a million characters with %s is read', (what, make) => {
  expect(readDoc(make(LONGEST_DOC))).toEqual({ text: TEXTS[what as keyof typeof TEXTS] })
})

test.each(samplesOf('.doc'))('%s has the text that stands beside it', (sample) => {
  const raw = readDoc(fixture(sample))
  expect(raw === 'unsupported' ? raw : normaliseText(raw.text).text).toBe(textOfSample(sample))
})
