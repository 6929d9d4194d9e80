import PDFDocument from 'pdfkit'
import { arrangeLines, type Line, type Measure } from './arrange-lines.ts'
import { type DocumentFont, fontOf, type Weight } from './fonts.ts'
import { drawnText, lettersOf, NON_JOINER } from './letters.ts'

/** The content of a document: a title, a line below it, and texts under headings. It bears the time of its creation. */
export type DocumentText = {
  title: string
  subtitle: string
  sections: { heading: string; text: string }[]
  createdAt: Date
}

/** A letter that no font has, and the heading below which it first stands; null for the title and the line below it. */
export type MissingLetter = { letter: string; heading: string | null }

/** The document as a PDF, or the letters that no font has. */
export type DrawnDocument = { pdf: Uint8Array<ArrayBuffer> } | { missing: MissingLetter[] }

/** US Letter, in points. */
const PAGE = { width: 612, height: 792, margin: 60 }
const COLUMN = PAGE.width - 2 * PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin

/** Size of the letters and height of a line, in points. */
type Style = { size: number; lineHeight: number; weight: Weight; colour: string }

const TITLE: Style = { size: 22, lineHeight: 28, weight: 600, colour: '#16242a' }
const SUBTITLE: Style = { size: 10, lineHeight: 15, weight: 400, colour: '#46565d' }
const HEADING: Style = { size: 12, lineHeight: 18, weight: 600, colour: '#0b5c6b' }
const TEXT: Style = { size: 10.5, lineHeight: 15.5, weight: 400, colour: '#16242a' }
const EMPTY_LINE = 7

/** Missing letters that are named. */
const MOST_NAMED = 10
/** Characters of a missing letter that are named: a letter may consist of thousands. */
const MOST_CHARACTERS = 8
/** Indentation that is kept, in spaces. */
const DEEPEST = 8

/**
 * Draws a document with selectable text. Equal content of the same time gives equal bytes.
 * @returns the missing letters before anything is drawn
 */
export async function drawDocument(content: DocumentText): Promise<DrawnDocument> {
  const { title, subtitle, sections, createdAt } = content
  const missing = findMissing([{ heading: null, text: `${title}\n${subtitle}` }, ...sections])
  if (missing.length > 0) return { missing }
  const document = openDocument(title, createdAt)
  const writer = createWriter(document)
  writer.paragraph(title, TITLE)
  writer.paragraph(subtitle, SUBTITLE)
  for (const { heading, text } of sections) {
    writer.heading(heading)
    writer.text(text)
  }
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(chunk as Buffer)
  return { pdf: new Uint8Array(Buffer.concat(chunks)) }
}

/** Names are drawn in another weight than texts; both weights have the same letters. */
function findMissing(parts: { heading: string | null; text: string }[]): MissingLetter[] {
  const missing = new Map<string, MissingLetter>()
  for (const { heading, text } of parts) {
    for (const letter of text.split('\n').flatMap((line) => lettersOf(drawnText(line)))) {
      if (letter === NON_JOINER || missing.has(letter) || fontOf(letter, TEXT.weight)) continue
      missing.set(letter, { letter: shortened(letter), heading })
      if (missing.size === MOST_NAMED) return [...missing.values()]
    }
  }
  return [...missing.values()]
}

function shortened(letter: string): string {
  return Array.from(letter).slice(0, MOST_CHARACTERS).join('')
}

function openDocument(title: string, createdAt: Date): PDFKit.PDFDocument {
  const info = { Title: title, Creator: 'Wellhead', CreationDate: createdAt }
  return new PDFDocument({ size: [PAGE.width, PAGE.height], margin: 0, displayTitle: true, info })
}

/** Writes from the top of the first page down, and begins new pages. */
function createWriter(document: PDFKit.PDFDocument) {
  let y = PAGE.margin
  const widths = new Map<string, number>()
  const registered = new Set<string>()

  const use = ({ name, open }: DocumentFont, size: number) => {
    // The types know no opened font, which the library takes as well.
    if (!registered.has(name)) document.registerFont(name, open() as unknown as Buffer)
    registered.add(name)
    return document.font(name).fontSize(size)
  }

  const measureIn =
    (size: number): Measure =>
    (text, font) => {
      const key = `${size} ${font.name} ${text}`
      const known = widths.get(key)
      if (known !== undefined) return known
      const width = use(font, size).widthOfString(text)
      widths.set(key, width)
      return width
    }

  /** Moves down to where so much fits. */
  const makeRoom = (height: number) => {
    if (y + height <= BOTTOM) return
    document.addPage()
    y = PAGE.margin
  }

  const drawLine = ({ pieces, width, isRightToLeft }: Line, { size, lineHeight, colour }: Style, indent: number) => {
    makeRoom(lineHeight)
    const left = PAGE.margin + (isRightToLeft ? COLUMN - indent - width : indent)
    for (const { text, font, x } of pieces) {
      use(font, size)
        .fillColor(colour)
        .text(text, left + x, y + size, { lineBreak: false, baseline: 'alphabetic' })
    }
    y += lineHeight
  }

  const paragraph = (text: string, style: Style) => {
    const drawn = drawnText(text)
    const measure = measureIn(style.size)
    const depth = Math.min(DEEPEST, drawn.length - drawn.trimStart().length)
    const font = fontOf(' ', style.weight)
    const indent = depth === 0 || !font ? 0 : depth * measure(' ', font)
    const words = drawn.trim().replaceAll(/ +/g, ' ')
    for (const line of arrangeLines(words, { weight: style.weight, width: COLUMN - indent, measure }))
      drawLine(line, style, indent)
  }

  return {
    paragraph,

    /** A heading stays with the first line below it. */
    heading: (text: string) => {
      y += HEADING.lineHeight
      makeRoom(HEADING.lineHeight + 2 * TEXT.lineHeight)
      paragraph(text, HEADING)
      document
        .moveTo(PAGE.margin, y)
        .lineTo(PAGE.margin + COLUMN, y)
        .lineWidth(0.75)
        .stroke('#9fb0b6')
      y += EMPTY_LINE
    },

    text: (text: string) => {
      for (const line of text.replaceAll(/\n\s*\n\s*\n+/g, '\n\n').split('\n')) {
        if (line.trim() === '') y += EMPTY_LINE
        else paragraph(line, TEXT)
      }
    },
  }
}
