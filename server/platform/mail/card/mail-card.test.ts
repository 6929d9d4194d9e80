import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { unixLines } from '../../../../contract/wire/text-rules.ts'
import { BRAND } from '../../../../test/smtp/brand.ts'
import { composeMail, type OutgoingMail } from '../compose-mail.ts'
import { quoteText } from '../quote-text.ts'
import { readBlocks } from './card-blocks.ts'
import { composeCard, type MailBrand } from './mail-card.ts'
import { createMailLogo } from './mail-logo.ts'

const LINK = `https://jobs.example.com/my-application#${'x'.repeat(43)}`
const BUTTON = { href: LINK, label: 'See where it stands' }
const text = (...lines: string[]) => ({ kind: 'text', lines: lines.map((line) => [{ text: line, href: null }]) })
const link = (name: string, href: string) => ({ kind: 'text', lines: [[{ text: name, href }]] })
const fact = (label: string, value: string) => ({ label, value: [{ text: value, href: null }] })

test('lines with a label are a table, lines with a dash are a list, and anything else stays a paragraph', () => {
  expect(readBlocks('Position: Engineer\nReference: APP-0001', null)).toEqual([
    { kind: 'facts', facts: [fact('Position', 'Engineer'), fact('Reference', 'APP-0001')] },
  ])
  expect(readBlocks('Bring along:\n- a pen\n- time', null)).toEqual([
    text('Bring along:'),
    { kind: 'list', items: [[{ text: 'a pen', href: null }], [{ text: 'time', href: null }]] },
  ])
  expect(readBlocks('Note: we are closed on Friday.\n\nKind regards\nAna', null)).toEqual([
    text('Note: we are closed on Friday.'),
    text('Kind regards', 'Ana'),
  ])
})

test.each([
  [`See how it stands:\n${LINK}`, [text('See how it stands:'), { kind: 'button', ...BUTTON }]],
  [`Look: ${LINK}`, [text('Look:'), { kind: 'button', ...BUTTON }]],
  [`See where it stands: ${LINK}`, [{ kind: 'button', ...BUTTON }]],
  [`We read it.\nSee where it stands:\n${LINK}`, [text('We read it.'), { kind: 'button', ...BUTTON }]],
  [`${LINK}\n\n${LINK}`, [{ kind: 'button', ...BUTTON }, link(BUTTON.label, LINK)]],
])('the private link is the button, once: %s', (written, blocks) => {
  expect(readBlocks(written, BUTTON)).toEqual(blocks)
})

test('the line that leads to any other address is its link, and no address is shown whole that is long', () => {
  const long = `https://example.com/${'a'.repeat(1_000)}`
  expect(readBlocks(`Get no more of these mails:\n${long}`, null)).toEqual([link('Get no more of these mails', long)])
  expect(readBlocks(`- Ana (APP-0001): ${long}`, null)).toEqual([
    { kind: 'list', items: [[{ text: 'Ana (APP-0001)', href: long }]] },
  ])
  expect(readBlocks(long, null)).toEqual([link(`example.com/${'a'.repeat(47)}…`, long)])
})

test('what one person wrote to another is shown as it was written: no link, button, list or table is made of it', () => {
  const written = ['Sign in again: https://evil.example', LINK, '', '- a', 'Position: x', 'Place: y', '> deeper']
  for (const ends of ['\n', '\r\n', '\r', '\u2028', '\u0085', '\f']) {
    const mail = unixLines(`Ana asks you:\n\n${quoteText(written.join(ends))}\n\nRead it here:\n${LINK}\n`)
    expect(readBlocks(mail, BUTTON), JSON.stringify(ends)).toEqual([
      text('Ana asks you:'),
      { kind: 'quote', lines: written },
      text('Read it here:'),
      { kind: 'button', ...BUTTON },
    ])
  }
  const html = composeCard(
    { subject: 'News', title: 'News', text: quoteText('Now: https://evil.example <b>'), button: null },
    { ...BRAND, logo: null },
  )
  expect(html).toMatch(/<blockquote [^>]*>Now: https:\/\/evil\.example &lt;b&gt;<\/blockquote>/)
  expect(html).not.toContain('href="https://evil')
})

test('the value of a table has addresses as they are, and no words in their place', () => {
  const [table] = readBlocks('Where: On site, Map: https://example.com/a\nWhen: now', null)
  expect(table).toMatchObject({
    facts: [
      {
        value: [
          { text: 'On site, Map: ', href: null },
          { text: 'example.com/a', href: 'https://example.com/a' },
        ],
      },
      fact('When', 'now'),
    ],
  })
})

const MAIL: OutgoingMail = {
  from: { name: null, address: 'careers@example.com' },
  to: { name: null, address: 'ana@example.com' },
  replyTo: null,
  subject: 'We have your <application> (APP-0001)',
  text: 'Hello there,\n\n<script>alert(1)</script> & "you"\n',
  messageId: '<m-1@example.com>',
  references: [],
  date: new Date(0),
  isAutomatic: true,
}

async function received(mail: OutgoingMail, brand: MailBrand) {
  return PostalMime.parse((await composeMail(mail, brand)).content)
}

test('a card runs and loads nothing, whatever is written in it, and greets where its title does not', async () => {
  const { html = '' } = await received(MAIL, { ...BRAND, company: 'A & <b>B</b>' })
  expect(html).toContain('>We have your &lt;application&gt;</h1>')
  expect(html).toContain('Hello there,')
  expect(html).toContain('A &amp; &lt;b&gt;B&lt;/b&gt;')
  expect(html).not.toMatch(/<script|<img|<link|src=|url\(|<b>/)
})

test('the first line of a text is not repeated below a title that says the same', async () => {
  const text = '2 wait longer than promised:\n- Ana\n'
  const { html = '' } = await received({ ...MAIL, subject: '2 wait longer than promised', text }, BRAND)
  expect(html.match(/2 wait longer/g), 'as the title of the document and of the card').toHaveLength(2)
  expect(html).toContain('<li dir="auto" style="margin:0 0 8px">Ana</li>')
})

test.for<[string, string | Buffer, number]>([
  ['wide.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><rect width="90" height="30"/></svg>', 104],
  [
    'endless.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 9"><rect width="900" height="9"/></svg>',
    248,
  ],
  [
    'dot.png',
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    40,
  ],
])('the logo %s travels in the mail itself as a small picture', async ([name, content, width]) => {
  const folder = await mkdtemp(join(tmpdir(), 'wellhead-logo-'))
  try {
    await writeFile(join(folder, name), content)
    const logo = createMailLogo(join(folder, name), (error) => expect.fail(String(error)))
    const { html, attachments } = await received(MAIL, { ...BRAND, logo })
    const [picture] = attachments
    expect(picture).toMatchObject({ mimeType: 'image/png', disposition: 'inline', related: true })
    // Spam filters count a picture in a short card against a mail (SpamAssassin: HTML_IMAGE_ONLY, up to 3,200 characters).
    expect(html?.length).toBeGreaterThan(3_300)
    expect(html).toContain(
      `<img src="cid:${picture?.contentId?.replace(/[<>]/g, '')}" alt="Permian Controls" width="${width}"`,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a logo that cannot be drawn is left out, and the name stands there', async () => {
  const faults: unknown[] = []
  const logo = createMailLogo('/nowhere/logo.png', (error) => faults.push(error))
  const { html, attachments } = await received(MAIL, { ...BRAND, logo })
  expect([attachments, faults.length]).toEqual([[], 1])
  expect(html).toContain('>Permian Controls</p>')
})

test('the colours of a card are those of the site, light and dark', async () => {
  const styles = await readFile('web/styles.css', 'utf8')
  const html = composeCard({ subject: 'News', title: 'News', text: LINK, button: BUTTON }, { ...BRAND, logo: null })
  for (const token of ['paper', 'panel', 'line', 'ink', 'ink-muted', 'accent', 'on-accent']) {
    const [, light, dark] = new RegExp(`--${token}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(styles) ?? []
    for (const colour of [light, dark]) expect(html, token).toContain(String(colour))
  }
})
