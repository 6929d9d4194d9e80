import { archive } from './hostile-archive.ts'
import { docxOf, W_NAMESPACE } from './hostile-documents.ts'
import { TEXT_AT, type WordDocument, wordDocument } from './word-document.ts'

/**
 * Inputs of any length that took a reader more than linear time, or could. Tests say what is read from them at their
 * greatest length, and `npm run bench -- parsers` how the time grows with it.
 */
export type Growing<Input> = Record<string, (length: number) => Input>

/** In characters; all relationships of a document together may have so many. */
export const LONGEST_RELATIONSHIPS = 100_000
/** In bytes, about. */
export const LONGEST_DOCX = 4_000_000
/** In characters. */
export const LONGEST_DOC = 1_000_000

const repeat = (unit: (at: number) => string) => (length: number) => {
  let text = ''
  for (let at = 0; text.length < length; at += 1) text += unit(at)
  return text
}
const times = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at))
const inEachOther = (tag: (at: number) => string, name: string) => (length: number) => {
  const tags = times(length / (tag(0).length + name.length + 3), tag)
  return tags.join('') + `</${name}>`.repeat(tags.length)
}

/** XML of a list of relationships, for {@link LONGEST_RELATIONSHIPS}. */
export const GROWING_RELATIONSHIPS = {
  'tags in each other': inEachOther(() => '<a>', 'a'),
  'namespaces in each other': inEachOther((at) => `<a xmlns:a${at}="u">`, 'a'),
  'prefixed tags in each other': inEachOther(() => '<p:a xmlns:p="u">', 'p:a'),
  'tags beside each other': (length) => `<a>${repeat(() => '<b/>')(length)}</a>`,
  'namespaces of one tag': (length) => `<a ${repeat((at) => `xmlns:a${at}="u" `)(length)}/>`,
  'prefixed attributes of one tag': (length) => `<a ${repeat((at) => `xml:a${at}="" `)(length)}/>`,
  entities: (length) => `<a b="${repeat(() => '&#65;')(length)}"/>`,
  ampersands: (length) => `<a>${repeat(() => '&')(length)}</a>`,
  comments: (length) => `<a>${repeat(() => '<!---->')(length)}</a>`,
  'ends without a beginning': repeat(() => '</a>'),
} satisfies Growing<string>

/** A Word document whose body is this. */
export const mainOf = (body: string) => `<w:document xmlns:w="${W_NAMESPACE}"><w:body>${body}</w:body></w:document>`
/** Stored as it is: what repeats itself would pack more than the check of files takes. */
export const documentOf = (body: string) =>
  archive([{ name: 'word/document.xml', content: mainOf(body), isStored: true }])
export const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
export const paragraph = (content: string) => `<w:p>${content}</w:p>`

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** The list of what the main part relates to. */
export const relationships = (related: [type: string, target: string][]) => ({
  name: 'word/_rels/document.xml.rels',
  content: `<Relationships>${related.map(([type, target]) => `<Relationship Type="${TYPES}/${type}" Target="${target}"/>`).join('')}</Relationships>`,
})
/** A part beside the main one. */
export const part = (name: string, root: string, content: string) => ({
  name: `word/${name}.xml`,
  content: `<w:${root} xmlns:w="${W_NAMESPACE}">${content}</w:${root}>`,
})

/** DOCX files, for {@link LONGEST_DOCX}: each took a former parser minutes, in some kilobytes that the check of files takes. */
export const GROWING_DOCX = {
  'different tags': (length) => documentOf(times(length / 10, (at) => `<w:a${at}/>`).join('')),
  'an instruction of blanks': (length) => documentOf(`<w:instrText>${' '.repeat(length)}</w:instrText>`),
  'fields that do not end': (length) => documentOf('<w:fldChar w:fldCharType="begin"/>'.repeat(length / 34)),
  'text boxes in each other, again and again': (length) =>
    documentOf(`${'<w:txbxContent>'.repeat(30)}${'</w:txbxContent>'.repeat(30)}`.repeat(length / 900)),
  'a long text': (length) => documentOf(paragraph(run('&amp;'.repeat(length / 5)))),
  'many headers': (length) => {
    const headers = times(length / 1_000, (at) => part(`header${at}`, 'hdr', paragraph(run('Ana'))))
    const list = relationships(headers.map((_, at) => ['header', `header${at}.xml`]))
    return docxOf(mainOf(''), [list, ...headers])
  },
} satisfies Growing<Buffer>

const runs = (length: number, step: number) =>
  times(length / 100, (at): [number, number] => [TEXT_AT + at * step, TEXT_AT + at * step + 50])
const made = (document: (length: number) => WordDocument) => (length: number) => wordDocument(document(length))

/** DOC files, for {@link LONGEST_DOC}: each took a former reader minutes. */
export const GROWING_DOC = {
  'a field that does not end': made((length) => ({ text: `\x13${'a'.repeat(length)}` })),
  'fields in each other': made((length) => ({ text: '\x13'.repeat(length / 2) + '\x15'.repeat(length / 2) })),
  'many deleted runs': made((length) => ({ text: 'a'.repeat(length), deleted: runs(length, 100) })),
  'deleted runs in the same place': made((length) => ({ text: 'a'.repeat(length), deleted: runs(length, 0) })),
  'a block of runs that is listed again and again': made((length) => ({
    text: 'a'.repeat(length),
    deleted: [[TEXT_AT, TEXT_AT + length]],
    listed: length / 100,
  })),
  'many pieces': made((length) => ({
    text: 'a'.repeat(length),
    pieces: times(length / 10, () => ({ from: TEXT_AT, length: 5 })),
  })),
} satisfies Growing<Buffer>
