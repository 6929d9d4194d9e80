import { crc32, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

/** A grey pixel, as a scanner's page. */
const PIXEL = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  pngChunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')),
  pngChunk('IDAT', deflateSync(Buffer.from([0, 128]))),
  pngChunk('IEND', Buffer.alloc(0)),
])

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

type Draw = (document: PDFKit.PDFDocument) => void

/** A PDF with what is drawn into it. */
export async function pdfOf(draw: Draw, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer<ArrayBuffer>> {
  const document = new PDFDocument(options)
  draw(document)
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A PDF of these lines. */
export function textPdf(...lines: string[]): Promise<Buffer<ArrayBuffer>> {
  return pdfOf((document) => lines.forEach((line) => void document.text(line)))
}

/** A page of nothing but a picture. */
export function scannedPdf(): Promise<Buffer<ArrayBuffer>> {
  return pdfOf((document) => document.image(PIXEL, 0, 0, { width: 500 }))
}

const HELVETICA = '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n'

/** A PDF by hand, with one page whose content, object 4, is this stream. @param more objects 5 (font) and 6 (form) */
function rawPdf(dictionary: string, stream: Buffer, more: string | Buffer = HELVETICA): Buffer<ArrayBuffer> {
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
        '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R' +
        `/Resources<</Font<</F 5 0 R>>/XObject<</X 6 0 R>>>>>>endobj\n`,
    ),
    Buffer.from(more),
    Buffer.from(`4 0 obj<<${dictionary}/Length ${stream.length}>>stream\n`),
    stream,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ])
}

/** A stream that unpacks to so many megabytes of drawing operators. */
export function streamBomb(megabytes: number): Buffer<ArrayBuffer> {
  const operators = Buffer.alloc(megabytes * 1e6, 'BT /F 9 Tf (pump) Tj ET ')
  return rawPdf('/Filter[/FlateDecode/FlateDecode]', deflateSync(deflateSync(operators)))
}

/** A font that unpacks to so many megabytes, which a reader needs as a whole. */
export function fontBomb(megabytes: number): Buffer<ArrayBuffer> {
  const font = deflateSync(deflateSync(Buffer.alloc(megabytes * 1e6, 'x')))
  const objects = Buffer.concat([
    Buffer.from(
      '5 0 obj<</Type/Font/Subtype/TrueType/BaseFont/X/FontDescriptor 7 0 R/FirstChar 65/LastChar 65/Widths[9]>>endobj\n' +
        '7 0 obj<</Type/FontDescriptor/FontName/X/Flags 4/FontFile2 8 0 R>>endobj\n' +
        `8 0 obj<</Filter[/FlateDecode/FlateDecode]/Length ${font.length}>>stream\n`,
    ),
    font,
    Buffer.from('\nendstream endobj\n'),
  ])
  return rawPdf('', Buffer.from('BT /F 9 Tf (A) Tj ET'), objects)
}

/**
 * A PDF of some 2.6 kB whose forms draw each other: ten times the next one, ten deep. Its reader never ends.
 * @param name makes it another file
 */
export function nestedForms(name = ''): Buffer<ArrayBuffer> {
  const [depth, times] = [10, 10]
  const draws = '/X Do '.repeat(times)
  const forms = Array.from({ length: depth }, (_, level) => {
    const next = level === depth - 1 ? 'BT /F 9 Tf (pump) Tj ET' : draws
    const resources = `/Font<</F 5 0 R>>/XObject<</X ${level + 7} 0 R>>`
    return `${level + 6} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<${resources}>>/Length ${next.length}>>stream\n${next}\nendstream endobj\n`
  })
  return rawPdf('', Buffer.from(`${draws}%${name}`), HELVETICA + forms.join(''))
}

/** Files that have ended or hung readers of PDF. */
export const HOSTILE_PDFS: Record<string, () => Buffer<ArrayBuffer>> = {
  'a stream that unpacks to 300 MB': () => streamBomb(300),
  'a font that unpacks to 300 MB': () => fontBomb(300),
  'arrays a million deep': () => rawPdf('', Buffer.from(`${'['.repeat(1_000_000)} TJ`)),
  'a form that draws itself': () =>
    rawPdf(
      '',
      Buffer.from('/X Do'),
      '6 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>/Length 11>>stream\n' +
        '/X Do /X Do\nendstream endobj\n',
    ),
  'pages that contain themselves': () =>
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n' +
        '2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000000>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
    ) as Buffer<ArrayBuffer>,
}
