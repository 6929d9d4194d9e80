import { archive } from '../../test/hostile-files/hostile-archive.ts'
import { contentTypes, docx } from '../../test/hostile-files/hostile-documents.ts'

const TAGS = 8_000
const UNPACKED_BYTES = 20_000_000
/** Each level draws the next one twice. */
const LEVELS = 30
const FONT = '/Font<</T<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>'
const UNIQUE = 'docProps/unique.txt'

/** Files that cost more than they weigh. Each call gives other bytes, so that none is recognised; `times` is how often one is sent. */
export const HOSTILE_RESUMES: Record<string, { fileName: string; times: number; make(number: number): Buffer }> = {
  'a DOCX with nested tags among its relationships': {
    fileName: 'cv.docx',
    times: 2,
    make: (number) => related('<a>'.repeat(TAGS) + '</a>'.repeat(TAGS), number),
  },
  'a DOCX with nested namespaces among its relationships': {
    fileName: 'cv.docx',
    times: 2,
    make: (number) => {
      const open = Array.from({ length: TAGS / 4 }, (_, index) => `<a xmlns:p${index}="u">`).join('')
      return related(open + '</a>'.repeat(TAGS / 4), number)
    },
  },
  'a DOCX that unpacks to 20 MB and is refused at its end': {
    fileName: 'cv.docx',
    times: 2,
    make: (number) =>
      archive([
        { name: '[Content_Types].xml', content: contentTypes() },
        {
          name: 'word/document.xml',
          content: `<w:body>${'<w:t/>'.repeat(UNPACKED_BYTES / 6)}<w:altChunk r:id="rId9"/></w:body>`,
        },
        { name: UNIQUE, content: String(number) },
      ]),
  },
  'a DOCX with 20 MB of relationships': {
    fileName: 'cv.docx',
    times: 2,
    make: (number) => related('<Relationship/>'.repeat(UNPACKED_BYTES / 15), number),
  },
  'a PDF with nested forms': { fileName: 'cv.pdf', times: 1, make: nestedForms },
}

function related(content: string, number: number): Buffer {
  const list = `<?xml version="1.0"?><Relationships xmlns="urn:x">${content}</Relationships>`
  return docx([
    { name: 'word/_rels/document.xml.rels', content: list },
    { name: UNIQUE, content: String(number) },
  ])
}

function nestedForms(number: number): Buffer {
  const stream = (dictionary: string, text: string) =>
    `<<${dictionary}/Length ${text.length}>>\nstream\n${text}\nendstream`
  const first = 4
  const forms = Array.from({ length: LEVELS }, (_, level) => {
    const next = first + level + 1
    const isLast = level === LEVELS - 1
    // Readers skip forms without any text.
    const resources = isLast ? FONT : `/XObject<</F ${next} 0 R>>`
    const text = isLast ? 'BT /T 9 Tf (x) Tj ET' : '/F Do /F Do'
    return stream(`/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<${resources}>>`, text)
  })
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</XObject<</F ${first} 0 R>>>>/Contents ${first + LEVELS} 0 R>>`
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', page, ...forms]
  objects.push(stream('', '/F Do'))
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n% ${number}\n${body}trailer<</Root 1 0 R>>\n%%EOF\n`)
}
