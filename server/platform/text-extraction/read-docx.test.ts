import { expect, test } from 'vitest'
import { fixture } from '../../../test/factories.ts'
import {
  documentOf,
  GROWING_DOCX,
  LONGEST_DOCX,
  mainOf,
  paragraph,
  part,
  relationships,
  run,
} from '../../../test/hostile-files/growing-files.ts'
import { archive } from '../../../test/hostile-files/hostile-archive.ts'
import { docxOf, W_NAMESPACE } from '../../../test/hostile-files/hostile-documents.ts'
import { samplesOf, textOfSample } from '../../../test/resume-files/sample-texts.ts'
import { LONGEST_RAW_TEXT, normaliseText } from './normalise-text.ts'
import { readDocx } from './read-docx.ts'

const listOf = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const textBox = (text: string, more = '') =>
  `<w:pict><w:txbxContent>${paragraph(run(text) + more)}</w:txbxContent></w:pict>`
const alternatives = (...content: string[]) => `<mc:AlternateContent>${content.join('')}</mc:AlternateContent>`
const choice = (content: string) => `<mc:Choice Requires="wps">${content}</mc:Choice>`
const fallback = (content: string) => `<mc:Fallback>${content}</mc:Fallback>`

async function textOf(body: string): Promise<string> {
  const raw = await readDocx(documentOf(body))
  return raw === 'unsupported' ? raw : raw.text
}

test.each([
  [
    'paragraphs and line breaks are lines',
    paragraph('<w:r><w:t>Lead</w:t><w:br/><w:t>2014</w:t></w:r>'),
    'Lead\n2014\n',
  ],
  [
    'a tab is one, and a tab stop is none',
    paragraph(`<w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:tab/></w:r>`),
    '\t\n',
  ],
  [
    'what was deleted or moved away is left out',
    paragraph(`<w:del>${run('Old')}</w:del><w:moveFrom>${run('x')}</w:moveFrom>${run('New')}`),
    'New\n',
  ],
  [
    'a paragraph whose end was deleted goes on in the next',
    `${paragraph(`<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${run('Pump')}`)}${paragraph(run('house'))}`,
    'Pumphouse\n',
  ],
  [
    'a deleted row is left out',
    `<w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc>${paragraph(run('Old'))}</w:tc></w:tr><w:tr><w:tc>${paragraph(run('New'))}</w:tc></w:tr></w:tbl>`,
    'New\n',
  ],
  [
    'a text box that is written twice follows its paragraph, and is read once',
    paragraph(
      `${run('Anchor')}${alternatives(choice(textBox('Box')), fallback(textBox('Box')))}${run('ed')}${textBox('Next')}`,
    ),
    'Anchored\nBox\nNext\n',
  ],
  ['text that stands in a choice alone is read', paragraph(alternatives(choice(run('Lead')))), 'Lead\n'],
  [
    'of several choices the first is read',
    paragraph(alternatives(choice(run('One')), choice(run('Two')), fallback(run('Three')))),
    'One\n',
  ],
  [
    'a choice without text, as of an emoji, leaves its text to the fallback',
    paragraph(
      `<w:r>${alternatives(choice('<w16se:symEx w16se:font="Segoe UI Emoji" w16se:char="1F4DE"/>'), fallback('<w:t>\u{1f4de}</w:t>'))}<w:t> 555-0100</w:t></w:r>`,
    ),
    '\u{1f4de} 555-0100\n',
  ],
  [
    'choices in the text box of a choice are read by the same rule',
    paragraph(
      alternatives(
        choice(textBox('Box', alternatives(choice(run('a')), fallback(run('b'))))),
        fallback(textBox('Box', alternatives(choice(run('a')), fallback(run('b'))))),
      ),
    ),
    '\nBoxa\n',
  ],
  [
    'a deleted choice is left out',
    paragraph(`<w:del>${alternatives(choice(run('x')), fallback(run('y')))}</w:del>`),
    '\n',
  ],
  [
    'the result of a field is read, its instruction is not',
    paragraph(`<w:r><w:instrText>PAGE</w:instrText></w:r><w:fldSimple w:instr="DATE">${run('May')}</w:fldSimple>`),
    'May\n',
  ],
  [
    'a symbol is the letter that it looks like',
    paragraph('<w:r><w:sym w:font="Symbol" w:char="F06D"/><w:t>m</w:t></w:r>'),
    'μm\n',
  ],
  ['escaped characters and CDATA are text', paragraph(run('R&amp;D <![CDATA[<5 years>]]>')), 'R&D <5 years>\n'],
  ['the text of other vocabularies is left out', paragraph('<a:t>Chart</a:t><m:t>x</m:t>'), '\n'],
])('%s', async (_what, body, text) => {
  expect(await textOf(body)).toBe(text)
})

test('another prefix, none, and another name of the main part are read', async () => {
  const content = `<ns0:document xmlns:ns0="${W_NAMESPACE}"><ns0:p><ns0:r><ns0:t>Ana</ns0:t></ns0:r></ns0:p></ns0:document>`
  const list =
    '<Relationships><Relationship Type="http://x/officeDocument" Target="/word/document2.xml"/></Relationships>'
  const named = archive([
    { name: '_rels/.rels', content: list },
    { name: 'word/document2.xml', content },
  ])
  expect(await readDocx(named)).toMatchObject({ text: 'Ana\n' })
  expect(await readDocx(docxOf(content.replaceAll('ns0:', '')))).toMatchObject({ text: 'Ana\n' })
})

test('headers and footers come before the body, and footnotes after it, each once', async () => {
  const content = docxOf(mainOf(paragraph(run('Lead'))), [
    relationships([
      ['footnotes', 'footnotes.xml'],
      ['footer', 'footer1.xml'],
      ['header', '/word/header1.xml'],
      ['header', 'header1.xml'],
      ['header', 'document.xml'],
      ['header', 'nowhere.xml'],
      ['comments', 'comments.xml'],
    ]),
    part('header1', 'hdr', paragraph(run('Ana'))),
    part('footer1', 'ftr', paragraph(run('555-0100'))),
    part('footnotes', 'footnotes', `<w:footnote>${paragraph(run('Now Ltd'))}</w:footnote>`),
    part('comments', 'comments', paragraph(run('Hire her'))),
  ])
  expect(await readDocx(content)).toEqual({ text: 'Ana\n\n555-0100\n\nLead\n\nNow Ltd\n', isTruncated: false })
})

test('headers that do not fit beside the body into what may be unpacked are left out', async () => {
  const headers = listOf(40, (at) => part(`header${at}`, 'hdr', paragraph(run('Ana')) + ' '.repeat(1_000_000)))
  const list = relationships(headers.map((_, at) => ['header', `header${at}.xml`]))
  const text = expect.stringMatching(/^(Ana\n\n){1,8}Lead\n$/)
  const main = { name: 'word/document.xml', content: mainOf(paragraph(run('Lead'))) }
  const parts = [main, list, ...headers].map((each) => ({ ...each, isStored: true }))
  expect(await readDocx(archive(parts))).toEqual({ text, isTruncated: true })
})

test.each([
  ['another prefix', `<ns0:document xmlns:ns0="${W_NAMESPACE}">`, 'ns0:', 'ns0:'],
  ['no prefix', `<document xmlns="${W_NAMESPACE}" xmlns:w="${W_NAMESPACE}">`, '', 'w:'],
])('a symbol is read with %s', async (_what, root, prefix, attributes) => {
  const symbol = `<${prefix}sym ${attributes}font="Symbol" ${attributes}char="F06D"/>`
  const content = `${root}<${prefix}p><${prefix}r>${symbol}</${prefix}r></${prefix}p></${prefix}document>`
  expect(await readDocx(docxOf(content))).toMatchObject({ text: 'μ\n' })
})

test.each([
  ['broken XML', docxOf('<w:document><w:body></w:document>')],
  ['another root', docxOf('<x/>')],
  ['tags a thousand deep', documentOf('<w:ins>'.repeat(1_000) + '</w:ins>'.repeat(1_000))],
  [
    'a tag with a thousand attributes',
    documentOf(`<w:p ${Array.from({ length: 1_001 }, (_, at) => `a${at}=""`).join(' ')}/>`),
  ],
])('%s is not read', async (_what, content) => {
  await expect(readDocx(content)).rejects.toThrow()
})

const MEBIBYTE = 1024 * 1024

test.each([
  ['more than a hundredfold of its size in the file', docxOf(mainOf(paragraph(run('x'.repeat(2 * MEBIBYTE)))))],
  ['more than 8 MB', documentOf(`<!--${'x'.repeat(8 * MEBIBYTE)}-->`)],
])('a main part of %s is not read, as the check of files does not take it', async (_what, content) => {
  await expect(readDocx(content)).rejects.toThrow('unpacks to')
})

test('of one piece of text that is very long no more is read than is kept', async () => {
  const raw = await readDocx(documentOf(paragraph(run('x'.repeat(4 * MEBIBYTE)))))
  expect(raw).toMatchObject({ isTruncated: true })
  expect((raw as { text: string }).text.length).toBe(LONGEST_RAW_TEXT)
})

test('of a very long text no more is read than is kept', async () => {
  const body = paragraph(run('pump and valve ')).repeat(100_000)
  const raw = await readDocx(documentOf(body))
  expect(raw).toMatchObject({ isTruncated: true })
  expect((raw as { text: string }).text.length).toBeLessThan(700_000)
})

/** The text of each, and whether it is all that was written. */
const TEXTS: Record<keyof typeof GROWING_DOCX, { text: string; isTruncated: boolean }> = {
  'different tags': { text: '', isTruncated: false },
  'an instruction of blanks': { text: '', isTruncated: false },
  'fields that do not end': { text: '', isTruncated: false },
  'text boxes in each other, again and again': { text: '', isTruncated: false },
  'a long text': { text: '&'.repeat(LONGEST_RAW_TEXT), isTruncated: true },
  'many headers': { text: Array(4_000).fill('Ana\n').join('\n'), isTruncated: false },
}

// With a former parser each of these takes longer than a test may.
test.each(Object.entries(GROWING_DOCX))('a document of megabytes with %s is read', async (what, make) => {
  const raw = await readDocx(make(LONGEST_DOCX))
  expect(raw).toEqual(TEXTS[what as keyof typeof TEXTS])
})

test.each(samplesOf('.docx'))('%s has the text that stands beside it', async (sample) => {
  const raw = await readDocx(fixture(sample))
  expect(raw === 'unsupported' ? raw : normaliseText(raw.text).text).toBe(textOfSample(sample))
})
