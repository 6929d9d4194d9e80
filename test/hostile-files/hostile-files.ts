import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fixture } from '../factories.ts'
import { type ArchivePart, archive } from './hostile-archive.ts'
import { CIRCULAR_DOCUMENTS, compoundFile, documentWithTemplate } from './hostile-compound.ts'
import {
  COSTLY_RELATIONSHIPS,
  contentTypes,
  DOCTYPES,
  docx,
  EMBEDDED_FILES,
  HONEST_RELATIONS,
  MAIN,
  REMOTE_CONTENT,
  UNREADABLE_PARTS,
} from './hostile-documents.ts'

/** A file to send, its status on the application form, and what the message says beside the kinds. */
export type HostileFile = { what: string; content: Buffer<ArrayBuffer>; status: number; words?: string }

const MIB = 1024 * 1024
const DOC = [{ name: 'WordDocument' }]
const PDF = fixture('resume.pdf')
/** Documents as word processors have written them. */
const FIXTURES = join(import.meta.dirname, '../fixtures/word-processors')

const bytes = (text: string) => Buffer.from(text, 'latin1')
const concat = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))

const refused = (what: string, content: Buffer<ArrayBuffer>): HostileFile => ({ what, content, status: 415 })
const taken = (what: string, content: Buffer<ArrayBuffer>): HostileFile => ({ what, content, status: 201 })

const saying = (words: string, files: HostileFile[]): HostileFile[] =>
  files.map((file) => (file.status === 415 ? { ...file, words } : file))

const WRONG_KINDS = [
  refused('a program', fixture('program.exe')),
  refused('a spreadsheet', fixture('spreadsheet.xlsx')),
  refused('plain text', fixture('resume.txt')),
  refused('a PNG', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')),
  refused('a web page', bytes('<html><script>alert(1)</script></html>')),
  refused('a drawing with a script', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')),
  refused('a shell script', bytes('#!/bin/sh\nrm -rf /\n')),
  refused('rich text', bytes('{\\rtf1 text}')),
  refused('a compressed PDF', gzipSync(PDF)),
  refused('an OpenDocument text', archive([{ name: 'mimetype', isStored: true }, { name: 'content.xml' }])),
  refused('random bytes', Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 7_919) % 251))),
  refused('half a PDF', fixture('truncated.pdf')),
  refused('only a PDF header', bytes('%PDF-1.7\n')),
  refused('a PDF header too far in', concat(Buffer.alloc(1_025, ' '), PDF)),
  refused('a PDF with much behind its end', concat(PDF, Buffer.alloc(1_100, ' '))),
]

const TWO_AT_ONCE = saying('more than one kind of file', [
  refused('an archive with a PDF in it', archive([{ name: 'a.pdf', content: PDF, isStored: true }])),
  refused('a Word document with a PDF header', docx([]).fill('%PDF-1.7', 60, 68)),
  refused('a PDF with an archive behind it', concat(PDF, docx(), '\n%%EOF')),
  refused(
    'a PDF with an archive in whose comment it ends',
    concat('%PDF-1.7\n', docx([], { comment: bytes('%%EOF') })),
  ),
  refused(
    'a PDF with a long comment behind an archive',
    concat(PDF, docx([], { comment: Buffer.alloc(40_000, '%%EOF ') })),
  ),
  refused('a program that is a PDF', concat(fixture('program.exe').subarray(0, 900), PDF)),
  refused('a web page that is a PDF', concat('<script>alert(1)</script>\n', PDF)),
  refused('a script that is a PDF', concat('#!/bin/sh\nexit\n', PDF)),
  refused('a GIF that is a PDF', concat('GIF89a', PDF)),
  refused('an old Word document with an archive behind it', concat(compoundFile(DOC), docx())),
  refused('an old Word document with a PDF header', concat(compoundFile(DOC).fill('%PDF-1.7', 80, 88), '%%EOF')),
  taken('a PDF after a byte order mark', concat(bytes('\xef\xbb\xbf'), PDF)),
])

const many = (count: number, part: (index: number) => ArchivePart) => Array.from({ length: count }, (_, i) => part(i))
/** As 42.zip: each of sixteen archives holds sixteen more. */
const nested = (depth: number): Buffer<ArrayBuffer> =>
  depth === 0
    ? archive([{ name: '0.dll', content: Buffer.alloc(4 * MIB) }])
    : archive(many(16, (index) => ({ name: `lib ${index}.zip`, content: NESTED[depth - 1] ?? '' })))
const NESTED: Buffer[] = []
for (let depth = 0; depth < 4; depth += 1) NESTED.push(nested(depth))

const BOMBS = saying('too large when it is unpacked', [
  refused('a part of 4 GB', docx([{ name: 'word/media/1.bmp', declaredSize: 0xfffffffe }])),
  refused('a part of 101 MB', docx([{ name: 'word/media/1.bmp', declaredSize: 101 * MIB }])),
  refused('300 MB in many parts', docx(many(30, (i) => ({ name: `word/${i}.xml`, declaredSize: 10 * MIB })))),
  refused('30 MB that pack into little', docx([{ name: 'word/1.xml', content: Buffer.alloc(30 * MIB) }])),
  refused('a part of 2^50 bytes', docx([{ name: 'word/1.xml', zip64Size: 1n << 50n }])),
])

const OUTER = { name: 'a', isStored: true, content: archive([{ name: 'b' }]) }
const DOCX_PARTS = [{ name: '[Content_Types].xml', content: contentTypes() }, { name: 'word/document.xml' }]

const ARCHIVES = [
  taken('a part beside another', archive([OUTER, ...DOCX_PARTS])),
  taken('a plain Word document', docx()),
  taken('a Word document in zip64', docx([], { zip64: {} })),
  refused('archives in an archive', nested(4)),
  ...BOMBS,
  refused('a part within another', archive([OUTER, { name: 'b', at: 31 }, ...DOCX_PARTS])),
  refused('a part that begins in the directory', docx([{ name: 'b', at: 100_000 }])),
  refused('parts with endless names', docx(many(3, (i) => ({ name: `word/${'a'.repeat(2_000)}${i}.xml` })))),
  refused('3,000 parts', docx(many(3_000, (i) => ({ name: `word/${i}.xml` })))),
  refused('more parts than there are', docx([], { entryCount: 40 })),
  refused('fewer parts than there are', docx([{ name: 'word/z.xml' }], { entryCount: 1 })),
  refused('a list of types that is a bomb', docx([], {}, Buffer.alloc(MIB, ' '))),
  refused(
    'a list of types longer than it says',
    archive([
      { name: '[Content_Types].xml', content: contentTypes().padEnd(9_000), declaredSize: 500 },
      { name: 'word/document.xml' },
    ]),
  ),
  refused('a part of 2^60 bytes', docx([{ name: 'word/1.xml', zip64Size: 1n << 60n }])),
  refused('2^40 parts by zip64', docx([], { zip64: { entryCount: 1n << 40n } })),
  refused('a zip64 directory beyond the end', docx([], { zip64: { at: 1n << 45n } })),
  refused('a parent path', docx([{ name: '../../etc/cron.d/x' }])),
  refused('an absolute path', docx([{ name: '/etc/passwd' }])),
  refused('a drive', docx([{ name: 'C:\\autoexec.bat' }])),
  refused('a parent path with backslashes', docx([{ name: '..\\..\\x' }])),
  refused('a name with NUL', docx([{ name: 'word/x\0.xml' }])),
  refused('a name that turns its direction', docx([{ name: 'word/\u202efdp.xml', flags: 0x800 }])),
  refused('two parts of one name', docx([{ name: 'word/document.xml' }])),
  refused('two parts that differ in case', docx([{ name: 'WORD/Document.xml' }])),
  refused('a part that is called otherwise', docx([{ name: 'word/a.xml', localName: 'word/b.bin' }])),
  refused('a symbolic link', docx([{ name: 'word/x', content: '/etc/passwd', unixMode: 0o120777 }])),
  refused('an encrypted part', docx([{ name: 'word/1.xml', flags: 1 }])),
  refused('a strongly encrypted part', docx([{ name: 'word/1.xml', flags: 0x41 }])),
  refused('no main part', archive([{ name: '[Content_Types].xml', content: contentTypes() }])),
  refused('no list of types', archive([{ name: 'word/document.xml' }])),
]

const MACROS = saying('contains macros', [
  refused('a Word document with macros', fixture('macro.docm')),
  refused('macros in the root', docx([{ name: 'vbaProject.bin' }])),
  refused('macros in capitals', docx([{ name: 'word/VBAPROJECT.BIN' }])),
  refused(
    'a main part with macros',
    docx([], {}, contentTypes('application/vnd.ms-word.document.macroEnabled.main+xml')),
  ),
  refused(
    'a template with macros',
    docx([], {}, contentTypes('application/vnd.ms-word.template.macroEnabledTemplate.main+xml')),
  ),
  refused(
    'macros under another name',
    docx(
      [],
      {},
      contentTypes(MAIN, '<Override PartName="/word/x.bin" ContentType="application/vnd.ms-office.vbaProject"/>'),
    ),
  ),
  refused(
    'macros in UTF-16',
    docx([], {}, concat(bytes('\xff\xfe'), Buffer.from(contentTypes('x.macroEnabled.x', MAIN), 'utf16le'))),
  ),
  refused(
    'an old document with macros',
    compoundFile([...DOC, { name: 'Macros', isStorage: true, parts: [{ name: 'VBA', isStorage: true }] }]),
  ),
  refused(
    'macros of an embedded spreadsheet',
    compoundFile([
      ...DOC,
      { name: 'ObjectPool', isStorage: true, parts: [{ name: '_VBA_PROJECT_CUR', isStorage: true }] },
    ]),
  ),
])

const HIDDEN_MACROS = [
  refused('macros that are not counted', docx([{ name: 'word/vbaProject.bin' }], { entryCount: 2 })),
  refused(
    'macros spelt with entities',
    docx(
      [],
      {},
      contentTypes(MAIN, '<Override PartName="/word/x.bin" ContentType="application/vnd.ms-office.vba&#80;roject"/>'),
    ),
  ),
  refused('types with entities of their own', docx([], {}, `<!DOCTYPE x [<!ENTITY m "x">]>${contentTypes()}`)),
]

const each = (make: typeof refused, files: Record<string, Buffer<ArrayBuffer>>) =>
  Object.entries(files).map(([what, content]) => make(what, content))

/** Incompressible, so that the ratio stays below one hundred. */
const NOISE = { name: 'word/media/1.png', content: randomBytes(MIB) }
const MARKUP = Buffer.alloc(11 * MIB, '<x/> ')
const BLANKS = `<x>${' '.repeat(20 * MIB - 3_000)}`
const SMALL = Buffer.alloc(0.4 * MIB, '<x/> ')
const TEXT = `<x>${Array.from({ length: 0.5 * MIB }, (_, at) => (at * 7_919) % 999_983).join(' ')}</x>`

const ACTIVE_CONTENT = [
  ...saying('from outside the file; please save it as a PDF', [
    ...each(refused, REMOTE_CONTENT),
    refused('an old document with a template of the web', documentWithTemplate('https://evil.example/t.dot')),
    refused('an old document with a template of a share', documentWithTemplate('\\\\evil.example\\s\\t.dot')),
    taken('an old document with a template of its machine', documentWithTemplate('C:\\100%\\Resume.dot')),
    taken('an old document with the usual template', documentWithTemplate('Normal.dotm')),
    refused('a picture that is elsewhere, by LibreOffice', fixture('linked-picture.docx')),
  ]),
  ...saying('embedded file, object or control; please save it as a PDF', [
    ...each(refused, EMBEDDED_FILES),
    refused('an old document with a spreadsheet in it, by LibreOffice', fixture('embedded-object.doc')),
  ]),
  ...saying('DOCTYPE', each(refused, DOCTYPES)),
  ...each(refused, UNREADABLE_PARTS),
  ...each(refused, COSTLY_RELATIONSHIPS),
  ...saying('too large when it is unpacked', [
    refused(
      'a megabyte of relationships',
      docx(many(2, (i) => ({ name: `word/_rels/${i}.xml.rels`, content: `<R>${'<x/>'.repeat(80_000)}</R>` }))),
    ),
    refused('22 MB of markup', docx(many(2, (i) => ({ name: `word/${i}.xml`, content: MARKUP })).concat(NOISE))),
    refused(
      '11 MB of markup that packs like any other',
      docx(many(3, (i) => ({ name: `word/${i}.xml`, content: TEXT }))),
    ),
    refused('20 MB of blanks that pack into 20 kB', docx([{ name: 'word/1.xml', content: BLANKS }])),
    refused('three parts that pack a thousandfold', docx(many(3, (i) => ({ name: `word/${i}.xml`, content: SMALL })))),
  ]),
  ...each(taken, HONEST_RELATIONS),
  ...readdirSync(FIXTURES)
    .filter((name) => /\.docx?$/.test(name))
    .map((name) => taken(name, fixture(`word-processors/${name}`))),
]

const [CHAIN = '', TREE = ''] = Object.keys(CIRCULAR_DOCUMENTS)

const COMPOUNDS = [
  taken('an old Word document', compoundFile(DOC)),
  refused(CHAIN, CIRCULAR_DOCUMENTS[CHAIN] ?? Buffer.alloc(0)),
  // Its text is read after it is taken, and fails.
  taken(TREE, CIRCULAR_DOCUMENTS[TREE] ?? Buffer.alloc(0)),
  refused('one protected by a password', compoundFile([{ name: 'EncryptionInfo' }, { name: 'EncryptedPackage' }])),
  refused('an installer', compoundFile([{ name: 'Property' }])),
  refused(
    'the name of the stream in the text only',
    concat(compoundFile([{ name: 'Workbook' }]), Buffer.from('WordDocument', 'utf16le')),
  ),
  taken('one with an empty pool of objects', compoundFile([...DOC, { name: 'ObjectPool', isStorage: true }])),
  refused(
    'an object of another program',
    compoundFile([
      ...DOC,
      {
        name: 'ObjectPool',
        isStorage: true,
        parts: [{ name: '_1234567890', isStorage: true, parts: [{ name: '\x01Ole10Native' }] }],
      },
    ]),
  ),
  refused('the stream in a storage', compoundFile([{ name: 'ObjectPool', isStorage: true, parts: DOC }])),
  refused('a storage of that name', compoundFile([{ name: 'WordDocument', isStorage: true }])),
  refused('an empty stream', compoundFile([{ name: 'WordDocument', size: 0 }])),
  refused(
    'sectors of 2 GB',
    compoundFile(DOC, (file) => file.writeUInt16LE(31, 30)),
  ),
  refused(
    'sectors of one byte',
    compoundFile(DOC, (file) => file.writeUInt16LE(0, 30)),
  ),
  refused(
    'a directory that never ends',
    compoundFile(DOC, (file, { table }) => file.writeUInt32LE(1, table + 4)),
  ),
  refused(
    'a directory beyond the end',
    compoundFile(DOC, (file) => file.writeUInt32LE(0x00ffffff, 48)),
  ),
  refused(
    'a table of 4 billion sectors',
    compoundFile(DOC, (file) => file.writeUInt32LE(0xffffffff, 44)),
  ),
  refused(
    'a table beyond the end',
    compoundFile(DOC, (file) => file.writeUInt32LE(0x00ffffff, 76)),
  ),
  refused(
    'an entry that is its own neighbour',
    compoundFile(DOC, (file, { directory }) => file.writeUInt32LE(1, directory + 128 + 72)),
  ),
  refused(
    'an entry that is not there',
    compoundFile(DOC, (file, { directory }) => file.writeUInt32LE(9_999, directory + 76)),
  ),
  refused(
    'a name of 65,535 bytes',
    compoundFile(DOC, (file, { directory }) => file.writeUInt16LE(0xffff, directory + 128 + 64)),
  ),
  refused(
    'names that are not in the table',
    compoundFile([...DOC, { name: '0Table' }], (file, { content }) => {
      file.writeUInt16LE(0xa5ec, content)
      file.writeUInt16LE(0, content + 0x0a)
      file.writeUInt32LE(0xfffffff0, content + 0x19a)
      file.writeUInt32LE(0xfffffff0, content + 0x19e)
    }),
  ),
  refused('a header and nothing else', compoundFile(DOC).subarray(0, 512)),
  refused('half a header', compoundFile(DOC).subarray(0, 100)),
]

/** Every file that an attacker might send, and the few valid ones that look like them. */
export const HOSTILE_FILES: HostileFile[] = [
  ...WRONG_KINDS,
  ...TWO_AT_ONCE,
  ...ARCHIVES,
  ...MACROS,
  ...HIDDEN_MACROS,
  ...ACTIVE_CONTENT,
  ...COMPOUNDS,
]
