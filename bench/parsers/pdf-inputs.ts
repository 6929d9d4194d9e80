import { deflateSync } from 'node:zlib'
import { docx } from '../../test/hostile-files/hostile-documents.ts'
import type { Makers, Random } from './random.ts'

const OPERATORS = [
  '(a) Tj ',
  '[(a) 1] TJ ',
  'q ',
  'Q ',
  'BT ',
  'ET ',
  '/F 9 Tf ',
  '/X Do ',
  '1 0 0 1 0 0 cm ',
  '[',
  ']',
  '<<',
  '>>',
  '<41>',
  '(',
  ')',
  '\\',
  '%',
  '1e9 ',
  '-',
  '. ',
  'BI ID ',
  'EI ',
]
const MOST_BYTES = 9_000_000

type Objects = { content?: string | Buffer; dictionary?: string; page?: string; more?: string }

/** A PDF of one page, by hand. @param objects what differs: content stream, its dictionary, entries of the page, further objects */
function pdf({ content = '(a) Tj', dictionary = '', page = '', more = '' }: Objects): Buffer<ArrayBuffer> {
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
        `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R${page}/Resources<</Font<</F 5 0 R>>/XObject<</X 6 0 R>>>>>>endobj\n` +
        `5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n${more}4 0 obj<<${dictionary}/Length ${content.length}>>stream\n`,
    ),
    Buffer.from(content),
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ])
}

const nested = (random: Random, open: string, close: string) => {
  const depth = random.size(50_000)
  return open.repeat(depth) + close.repeat(random.pick([depth, 0]))
}
/** Forms of which each draws the next one several times. */
const forms = (random: Random) => {
  const count = random.size(12)
  const times = 1 + random.below(4)
  return Array.from({ length: count }, (_, at) => {
    const draws = '/X Do '.repeat(times)
    const next = `/Resources<</XObject<</X ${7 + at} 0 R>>>>`
    return `${6 + at} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]${next}/Length ${draws.length}>>stream\n${draws}\nendstream endobj\n`
  }).join('')
}

/** Ways to make PDFs that are dear to read. */
export const PDF_INPUTS: Makers = {
  'operators, repeated': (random) => pdf({ content: `BT ${random.mix(OPERATORS).repeat(random.size(99_000))}` }),
  'operators, packed': (random) =>
    pdf({
      dictionary: '/Filter/FlateDecode',
      content: deflateSync(random.mix(OPERATORS).repeat(random.size(200_000))),
    }),
  'many filters': (random) =>
    pdf({ dictionary: `/Filter[${'/FlateDecode '.repeat(random.size(2_000))}]`, content: deflateSync('(a) Tj') }),
  'arrays in each other': (random) => pdf({ page: `/X ${nested(random, '[', ']')}` }),
  'dictionaries in each other': (random) => pdf({ page: `/X ${nested(random, '<</A ', '>>')}` }),
  'strings with brackets in each other': (random) => pdf({ content: nested(random, '(', ')') }),
  'forms that draw each other': (random) => pdf({ content: '/X Do', more: forms(random) }),
  'a chain of references': (random) =>
    pdf({
      page: '/Annots 10 0 R',
      more: Array.from({ length: random.size(20_000) }, (_, at) => `${10 + at} 0 obj ${11 + at} 0 R endobj\n`).join(''),
    }),
  'many objects': (random) => pdf({ more: '7 0 obj<</A 1>>endobj\n'.repeat(random.size(99_000)) }),
  'beginnings of objects': (random) =>
    pdf({
      more: random
        .pick(['1 0 obj ', 'trailer<< ', 'xref ', 'endobj ', 'stream\n', 'startxref 9 '])
        .repeat(random.size(99_000)),
    }),
  'an endless name': (random) => pdf({ page: `/${'A#41'.repeat(random.size(200_000))} 1` }),
  'a long number': (random) => pdf({ content: `${'9'.repeat(random.size(500_000))} Tf` }),
  'something before the header': (random) =>
    `${random.pick([' ', '\n', '<', 'a', '\ufeff'])}`.repeat(random.size(1_100)) + pdf({}).toString('latin1'),
  'signatures of archives at the end': (random) =>
    `${`%PDF-1.4\n${random.pick(['PK\x05\x06', 'PK\x05\x06\0\0\0\0\x01\0\x01\0', '%%EOF', 'PK'])}`
      .padEnd(20)
      .repeat(random.size(9_000))}%%EOF`,
  'an archive at the end': () => Buffer.concat([pdf({}), docx(), Buffer.from('%%EOF')]),
  'much of one byte': (random) =>
    `${`%PDF-1.4\n${random.pick([' ', '%', '\n', '(', '<'])}`.padEnd(random.size(MOST_BYTES))}%%EOF`,
}

/** Ways to make plain texts that are dear to read. */
export const TXT_INPUTS: Makers = {
  'a long text': (random) =>
    random.mix(['a', ' ', '\n', 'é', '\u0301', '\u200f', '\ud83d\ude00', '\t']).repeat(random.size(2_000_000)),
  'a text that is none at its end': (random) => `${'a'.repeat(random.size(MOST_BYTES))}\0`,
}
