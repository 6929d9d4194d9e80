import { type ArchivePart, archive } from '../../test/hostile-files/hostile-archive.ts'
import { contentTypes, docx, docxOf, W_NAMESPACE } from '../../test/hostile-files/hostile-documents.ts'
import type { Makers, Random } from './random.ts'

/** What the search for active content and the parser of relationships look at, and what could confuse them. */
const FRAGMENTS = [
  ...['<a>', '</a>', '<a/>', '<a b="c"/>', '<a b="', '"/>', '<p:a xmlns:p="u">', '<a xmlns="u">', '</', '<', '>', '/>'],
  ...[
    '&',
    '&amp;',
    '&#65;',
    '&#x41;',
    '&lt;',
    '<!--',
    '-->',
    '--',
    '<![CDATA[',
    ']]>',
    ']]',
    '<?x ',
    '?>',
    '<!',
    '<!D',
  ],
  ...[
    ':link',
    ':link=',
    ':link = ',
    'r:link',
    '="',
    "='",
    'altChunk',
    '<w:',
    'w:altChunk',
    'OLEObject ',
    'subDoc',
    ':',
  ],
  ...[' ', '\n', '\t', '\r\n', '          ', '\u00a0', 'é', '\ud83d\ude00', '\0', "'", '"', '=', 'a', 'a'.repeat(199)],
  ...['<Relationship Target="', 'TargetMode="External" ', 'Type="hyperlink" ', '%41', '%ff', '\\\\', '//', 'file:///'],
]
const STARTS = [
  '<x>',
  '<x a="',
  '<?xml version="1.0"?><x>',
  '<?xml version="1.0" ',
  '<x><!--',
  '<x><![CDATA[',
  '',
  '\ufeff<x>',
]
/** Most characters of one generated text: as much as a document may have, and a little more. */
const LONGEST = 9_000_000
const NAMES = [
  'word/document.xml',
  'word/_rels/document.xml.rels',
  '_rels/.rels',
  'word/media/1.png',
  'customXml/item1',
]

const soup = (random: Random, longest = LONGEST) => {
  const unit = random.mix(FRAGMENTS)
  return random.pick(STARTS) + unit.repeat(Math.ceil(random.size(longest) / unit.length))
}
const list = (random: Random, unit: (at: number) => string, most = 100_000) =>
  Array.from({ length: random.size(most) }, (_, at) => unit(at)).join('')
const related = (content: string) => docx([{ name: 'word/_rels/document.xml.rels', content }])
const partsOf = (random: Random, part: (at: number) => ArchivePart) =>
  docx(Array.from({ length: random.size(520) }, (_, at) => part(at)))

/** What a body is made of, well-formed and not. */
const BODY = [
  ...['<w:p>', '</w:p>', '<w:r>', '</w:r>', '<w:t>', '</w:t>', '<w:p/>', '<w:tab/>', '<w:br/>', '<w:del>', '</w:del>'],
  ...[
    '<w:p><w:r><w:t>',
    '</w:t></w:r></w:p>',
    '<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>',
    '<w:sym w:font="Symbol" w:char="F06D"/>',
  ],
  ...['<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', '<w:txbxContent>', '</w:txbxContent>', '<w:ins>', '</w:ins>'],
  ...['<w:fldChar w:fldCharType="begin"/>', '<w:fldChar w:fldCharType="separate"/>', '<w:instrText>', '</w:instrText>'],
  ...[
    '<mc:AlternateContent><mc:Choice>',
    '</mc:Choice></mc:AlternateContent>',
    ' ',
    'a',
    '&amp;',
    '&#65;',
    'HYPERLINK "',
  ],
]
const READ_BYTES = 7_000_000

const document = (body: string) => docxOf(`<w:document xmlns:w="${W_NAMESPACE}"><w:body>${body}</w:body></w:document>`)
/** A unit of which every tag is closed, as the parser demands it. */
const closed = (random: Random) =>
  random.pick([
    ...[
      '<w:p><w:r><w:t>a</w:t></w:r></w:p>',
      '<w:p/>',
      '<w:r><w:t> </w:t><w:tab/></w:r>',
      '<w:x/>',
      '&#65;',
      ' ',
      '<!--a-->',
    ],
    ...['<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr></w:p>', '<w:sym w:font="Symbol" w:char="F06D"/>', '<![CDATA[a]]>'],
    ...['<w:r><w:fldChar w:fldCharType="begin"/></w:r>', '<w:r><w:fldChar w:fldCharType="separate"/></w:r>', '<?a b?>'],
    ...['<w:txbxContent><w:p/></w:txbxContent>', '<w:pict><w:p><w:r><w:t>a</w:t></w:r></w:p></w:pict>'],
  ])
const closedList = (random: Random) => {
  const unit = closed(random) + closed(random)
  return unit.repeat(random.size(READ_BYTES / unit.length))
}

/** Ways to make Word documents that are dear to read. */
export const DOCX_INPUTS: Makers = {
  'fragments of markup, repeated, in one part': (random) => docx([{ name: 'word/1.xml', content: soup(random) }]),
  'different tags that pack like any other, in eight parts': (random) => {
    const [unit, count] = [random.mix(FRAGMENTS), random.size(1_000_000)]
    const content = Array.from({ length: count / (unit.length + 6) }, (_, at) => `<a${at % 9_973}>${unit}`).join('')
    return docx(Array.from({ length: 8 }, (_, at) => ({ name: `word/${at}.xml`, content: `<x>${content}` })))
  },
  'fragments of markup as the relationships': (random) => related(soup(random, 500_000)),
  'fragments of markup as the types': (random) => docx([], {}, contentTypes(undefined, soup(random, 250_000))),
  'fragments of markup in many parts': (random) =>
    partsOf(random, (at) => ({ name: `word/${at}.xml`, content: soup(random, 20_000) })),
  'tags in each other, as relationships': (random) =>
    related(list(random, () => random.pick(['<a>', '<p:a xmlns:p="u">']))),
  'namespaces in each other': (random) => related(list(random, (at) => `<a xmlns:a${at}="u">`, 20_000)),
  'many attributes of one tag': (random) => related(`<a ${list(random, (at) => `a${at}="" `, 40_000)}/>`),
  'many namespaces of one tag': (random) => related(`<a ${list(random, (at) => `xmlns:a${at}="u" `, 25_000)}/>`),
  'many entities': (random) => related(`<a b="${list(random, () => '&#65;')}"/>`),
  'many relationships': (random) =>
    related(`<R>${list(random, () => '<Relationship Type="hyperlink" Target="https://a/"/>', 9_000)}</R>`),
  'a long target': (random) =>
    related(
      `<R><Relationship Type="attachedTemplate" Target="${random
        .mix(FRAGMENTS)
        .replaceAll(/[<>"&\0]/g, '/')
        .repeat(random.size(9_000))}"/></R>`,
    ),
  'many small parts': (random) => partsOf(random, (at) => ({ name: `word/${at}.xml`, content: '<x/>' })),
  'many lists of relationships': (random) =>
    partsOf(random, (at) => ({ name: `word/_rels/${at}.xml.rels`, content: '<R><a/></R>' })),
  'many pictures': (random) =>
    partsOf(random, (at) => ({
      name: `word/media/${at}.png`,
      content: Buffer.alloc(random.size(60_000), 'x'),
      isStored: at % 2 === 0,
    })),
  'parts with long names': (random) =>
    partsOf(random, (at) => ({
      name: `${random.pick(['a', '%41', 'a/', 'é', 'vba', 'embeddings'])}`.repeat(random.size(5_000)) + at,
    })),
  'a comment full of signatures': (random) =>
    docx([], { comment: Buffer.alloc(random.size(65_535), random.pick(['PK\x05\x06', 'PK\x06\x07', '%%EOF'])) }),
  'sizes that are not so': (random) =>
    docx([
      {
        name: 'word/1.xml',
        content: soup(random, 99_000),
        declaredSize: random.size(200_000_000),
        flags: random.below(16),
      },
    ]),
  'bytes changed anywhere': (random) => {
    const file = docx([{ name: random.pick(NAMES.slice(1)), content: soup(random, 99_000) }])
    for (let count = random.size(50); count > 0; count -= 1) file[random.below(file.length)] = random.below(256)
    return file
  },
  'a body of fragments, repeated': (random) => document(random.mix(BODY).repeat(random.size(100_000))),
  'a body of closed tags, repeated': (random) => document(closedList(random)),
  'a body of tags in each other': (random) => {
    const name = random.pick(['w:ins', 'w:p', 'w:txbxContent', 'w:tbl', 'w:pict', 'w:del', 'x'])
    const depth = random.size(1_000_000)
    return document(`<${name}>`.repeat(depth) + closed(random) + `</${name}>`.repeat(depth))
  },
  'a body of different tags': (random) => document(list(random, (at) => `<w:a${at}/>`, 500_000)),
  'a body of namespaces in each other': (random) => {
    const depth = random.size(100_000)
    return document(
      `${Array.from({ length: depth }, (_, at) => `<w:p xmlns:a${at}="u">`).join('')}${'</w:p>'.repeat(depth)}`,
    )
  },
  'a body of one tag with many attributes': (random) =>
    document(`<w:p ${list(random, (at) => `a${at}="" `, 500_000)}/>`),
  'a body of one long text': (random) =>
    document(
      `<w:p><w:r><w:t>${random
        .pick([' ', 'a', '&amp;', ']]', 'é', '\u0301'])
        .repeat(random.size(3_000_000))}</w:t></w:r></w:p>`,
    ),
  'a body of one field': (random) =>
    document(
      `<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>${random.pick([' ', 'HYPERLINK ', '"', 'FORMCHECKBOX']).repeat(random.size(300_000))}</w:instrText>${closedList(random)}</w:r></w:p>`,
    ),
  'an archive of one part': (random) => archive([{ name: random.pick(NAMES), content: soup(random, 99_000) }]),
}
