import { posix } from 'node:path'
import { hex as findSymbol } from 'dingbat-to-unicode'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { isTooMuchXml } from '../uploads/file-types/docx-part.ts'
import { LONGEST_RAW_TEXT, type RawText } from './normalise-text.ts'

/** Tables and text boxes in each other reach some dozens. */
const MOST_DEPTH = 1_000
/** Of one tag, with its namespaces; the first tag of Word has forty. */
const MOST_ATTRIBUTES = 1_000

/** What says how a text looks, or what it was before a change. */
const SKIPPED = new Set(['pPr', 'rPr', 'sectPr', 'del', 'moveFrom'])
const CHARACTERS = new Map([
  ['tab', '\t'],
  ['ptab', '\t'],
  ['br', '\n'],
  ['cr', '\n'],
  ['noBreakHyphen', '\u2011'],
  ['softHyphen', '\u00ad'],
])

type TextOfPart = Exclude<RawText, 'unsupported'>

/** The text of a part or of a text box, and that of the text boxes of its open paragraph, which follows it. */
type Flow = { text: string; after: string }

/**
 * Reads the text of a DOCX container, one line for each paragraph and line break: headers, footers, body with text boxes, and
 * footnotes. Time and memory grow with the length of these parts alone, whatever their markup.
 * @throws for a broken container, and for one whose main part is too long, or a part too deep
 */
export async function readDocx(content: Uint8Array): Promise<RawText> {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, autoClose: false })
  const parts = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName, entry)
  const container = await findRelated(zip, parts)
  const main = container('officeDocument')[0] ?? parts.get('word/document.xml')
  if (!main) throw new Error('This file has no main part.')
  const related = await findRelated(zip, parts, main.fileName)
  const total = { bytes: main.uncompressedSize, packedBytes: main.compressedSize }
  const fits = (part: Entry) => {
    total.bytes += part.uncompressedSize
    total.packedBytes += part.compressedSize
    return part !== main && !isTooMuchXml(total)
  }
  const before = [...related('header'), ...related('footer')].filter(fits)
  const read: TextOfPart[] = []
  for (const part of [...before, main, ...related('footnotes').filter(fits)]) read.push(await readBody(zip, part))
  const text = read.map((part) => part.text).filter(Boolean)
  return { text: text.join('\n'), isTruncated: isTooMuchXml(total) || read.some((part) => part.isTruncated) }
}

/** Finds the parts to which another one relates, or else the container, by the kind of relationship (ECMA-376 part 2, section 6.5). */
async function findRelated(zip: ZipFile, parts: Map<string, Entry>, source = ''): Promise<(kind: string) => Entry[]> {
  const related = new Map<Entry, string>()
  const parser = createParser(({ attributes: { Type = '', Target = '' } }) => {
    const part = parts.get(posix.resolve('/', posix.dirname(source), Target).slice(1))
    if (part) related.set(part, Type)
  })
  const list = parts.get(posix.join(posix.dirname(source), '_rels', `${posix.basename(source)}.rels`))
  if (list) for await (const text of textsOf(zip, list)) parser.write(text)
  return (kind) => [...related.keys()].filter((part) => related.get(part)?.endsWith(`/${kind}`))
}

async function readBody(zip: ZipFile, main: Entry): Promise<TextOfPart> {
  const body = createBodyReader()
  for await (const text of textsOf(zip, main)) {
    body.write(text)
    if (body.isFull()) return { text: body.text(), isTruncated: true }
  }
  body.close()
  return { text: body.text() }
}

function createBodyReader() {
  const flows: [Flow, ...Flow[]] = [{ text: '', after: '' }]
  const path: string[] = []
  let prefix = ''
  let length = 0
  /** Depth of the element whose content is left out. */
  let skippedAt = Number.POSITIVE_INFINITY
  let isJoined = false
  /** Length of the text where each open list of alternatives begins. */
  const alternatives: number[] = []

  const flow = () => flows.at(-1) ?? flows[0]
  const add = (text: string) => {
    if (skippedAt < path.length) return
    flow().text += text.slice(0, Math.max(0, LONGEST_RAW_TEXT - length))
    length += text.length
  }
  const skip = (depth: number) => {
    skippedAt = Math.min(skippedAt, depth)
  }

  const open = ({ name, attributes }: SaxesTagPlain) => {
    if (path.length === 0) prefix = findPrefix(name)
    const local = localName(name, prefix)
    if (local === 'del') markDeletion()
    if (local === 'txbxContent') flows.push({ text: '', after: '' })
    if (path.at(-1) === 'r') add(findCharacter(local, attributes))
    if (isLeftOut(local)) skip(path.length)
    if (isAlternatives(local)) alternatives.push(length)
    path.push(local)
  }

  /** Of alternatives the first that is understood is read (ECMA-376 part 3, section 7.5): here, the first with text. */
  const isLeftOut = (local: string): boolean => {
    const isAlternative = local.endsWith(':Choice') || local.endsWith(':Fallback')
    return SKIPPED.has(local) || (isAlternative && length > (alternatives.at(-1) ?? length))
  }

  /** The mark at the end of a paragraph, or a row, is deleted (ECMA-376 part 1, section 17.13.5). */
  const markDeletion = () => {
    if (path.at(-1) === 'trPr') skip(path.length - 2)
    if (path.at(-1) === 'rPr' && path.at(-2) === 'pPr') isJoined = true
  }

  const close = () => {
    const local = path.pop() ?? ''
    if (isAlternatives(local)) alternatives.pop()
    if (local === 'p') {
      add(isJoined ? '' : '\n')
      isJoined = false
      flow().text += flow().after
      flow().after = ''
    } else if (local === 'txbxContent') {
      const box = flows.pop()
      flow().after += `${box?.text}${box?.after}`
    }
    if (path.length <= skippedAt) skippedAt = Number.POSITIVE_INFINITY
  }

  const parser = createParser(open, close)
  const addText = (text: string) => add(path.at(-1) === 't' ? text : '')
  parser.on('text', addText)
  parser.on('cdata', addText)
  return {
    write: (text: string) => void parser.write(text),
    close: () => void parser.close(),
    isFull: () => length > LONGEST_RAW_TEXT,
    text: () => flows.map(({ text, after }) => text + after).join('\n'),
  }
}

/** The name of an element in WordprocessingML. One of another vocabulary keeps its prefix. */
function localName(name: string, prefix: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : `other:${name}`
}

/** What is written in several ways, for newer and older word processors. */
const isAlternatives = (local: string): boolean => local.endsWith(':AlternateContent')

/** What an element of a run stands for. A symbol font has its letters in the private area too. */
function findCharacter(local: string, attributes: Record<string, string>): string {
  if (local !== 'sym') return CHARACTERS.get(local) ?? ''
  const [font, code] = [attributeOf(attributes, 'font'), attributeOf(attributes, 'char')]
  return (findSymbol(font, code) ?? findSymbol(font, code.replace(/^F0/i, '')))?.string ?? ' '
}

/** The value of an attribute, with any prefix: attributes have one even where elements have none. */
function attributeOf(attributes: Record<string, string>, local: string): string {
  return Object.entries(attributes).find(([name]) => name.replace(/^[^:]*:/, '') === local)?.[1] ?? ''
}

/** The prefix of WordprocessingML, with its colon: that of the first tag. */
function findPrefix(name: string): string {
  const [, prefix] = /^([^:]+:|)(?:document|hdr|ftr|footnotes)$/.exec(name) ?? []
  if (prefix === undefined) throw new Error('This part is of no Word document.')
  return prefix
}

/** A parser that throws where XML is broken, too deep, or has endless tags. Namespaces would cost time for each level. */
function createParser(open: (tag: SaxesTagPlain) => void, close: () => void = () => undefined): SaxesParser {
  const parser = new SaxesParser()
  let [depth, attributes] = [0, 0]
  parser.on('opentagstart', () => {
    depth += 1
    attributes = 0
    if (depth > MOST_DEPTH) throw new Error('The XML of this file is too deep.')
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > MOST_ATTRIBUTES) throw new Error('A tag of this file has too many attributes.')
  })
  parser.on('opentag', open)
  parser.on('closetag', () => {
    depth -= 1
    close()
  })
  return parser
}

/** Yields the text of a part as it is unpacked. @throws when the check of files would not take it, or when it is longer than it declares */
async function* textsOf(zip: ZipFile, part: Entry): AsyncGenerator<string> {
  const [bytes, packedBytes] = [part.uncompressedSize, part.compressedSize]
  if (isTooMuchXml({ bytes, packedBytes })) throw new Error(`A part of ${packedBytes} bytes unpacks to ${bytes}.`)
  const decoder = new TextDecoder()
  for await (const chunk of await zip.openReadStreamPromise(part)) yield decoder.decode(chunk, { stream: true })
}
