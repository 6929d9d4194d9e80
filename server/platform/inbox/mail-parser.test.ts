import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeMail, writeMailWithFiles, writeReport } from '../../../test/dovecot/reply-mails.ts'
import { createMailParser, type MailParser } from './mail-parser.ts'

let parser: MailParser
let faults: string[] = []
beforeAll(() => {
  parser = createMailParser({ warn: (_: unknown, message: string) => faults.push(message) } as never)
})
afterAll(() => parser.stop())

const parse = (source: string | Buffer, isWhole = true) =>
  parser.parse({ source: new Uint8Array(Buffer.from(source as string)), isWhole })

const HEAD = 'From: jane@example.com\r\nTo: careers@example.com\r\nMessage-ID: <a@b>\r\nIn-Reply-To: <c@d>\r\n'

function nest(depth: number): string {
  let body = 'Content-Type: text/plain\r\n\r\ndeep\r\n'
  for (let level = depth; level > 0; level -= 1)
    body = `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n${body}\r\n--b${level}--\r\n`
  return body
}

const MESSAGES = `${'Content-Type: message/rfc822\r\n\r\n'.repeat(1_000)}Subject: x\r\n\r\ninner`

describe('hostile mail is understood as far as its header, within the limits of the worker', () => {
  test.each([
    ['parts nested 1,000 deep', HEAD + nest(1_000)],
    ['messages nested 1,000 deep', HEAD + MESSAGES],
    ['5,000 parts', `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(5_000)}--b--`],
    ['elements nested 200,000 deep', `${HEAD}Content-Type: text/html\r\n\r\n${'<div>'.repeat(200_000)}x`],
    ['100,000 broken links', `${HEAD}Content-Type: text/html\r\n\r\n${'<a href="'.repeat(100_000)}`],
    ['20,000 parameters', `${HEAD}Content-Type: text/plain${'; a*0=b'.repeat(20_000)}\r\n\r\nx`],
    ['one line of 20 MB', `${HEAD}\r\n${'>'.repeat(20_000_000)}`],
    ['50,000 lines that begin an attribution', `${HEAD}\r\n${'On a b c d e f g\r\n'.repeat(50_000)}`],
  ])('%s', async (_, source) => {
    expect(await parse(source)).toMatchObject({ from: { address: 'jane@example.com' }, answers: ['<c@d>'] })
    expect(faults).toEqual([])
  })

  test('20,000 references, addresses and words in a header are read up to a number', async () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => `<r${index}@x>`)
    const many = await parse(`From: jane@example.com\r\nReferences: ${ids.join('\r\n ')}\r\n\r\nx`)
    expect(many?.answers).toHaveLength(50)
    expect(many?.answers[0], 'the latest first').toBe('<r1999@x>')
    const addresses = await parse(`${HEAD}Cc: ${'a@b.example, '.repeat(20_000)}\r\n\r\nx`)
    expect(addresses?.recipients.length).toBeLessThanOrEqual(50)
    expect((await parse(`${HEAD}Subject: ${'=?utf-8?B?YQ==?= '.repeat(10_000)}\r\n\r\nx`))?.subject).toHaveLength(998)
  })

  test('a mail that exceeds a limit is understood by its header alone', async () => {
    faults = []
    const strict = createMailParser({ warn: (_: unknown, message: string) => faults.push(message) } as never, {
      ...{ timeMs: 10_000, memoryMb: 40, idleMs: 1_000 },
    })
    const content = Buffer.alloc(18_000_000, 1)
    const files = [{ name: 'a.pdf', type: 'application/pdf', content }]
    const source = new Uint8Array(Buffer.from(writeMailWithFiles({ answers: ['<c@d>'] }, files)))
    expect(await strict.parse({ source, isWhole: true })).toMatchObject({
      answers: ['<c@d>'],
      text: '',
      isCut: true,
      files: [],
    })
    expect(faults).toEqual(['mail not understood: the worker was ended'])
    await strict.stop()
    faults = []
  })

  test('what is no mail has no sender', async () => {
    expect((await parse(Buffer.alloc(60_000)))?.from).toBeNull()
    expect((await parse(''))?.from).toBeNull()
  })
})

test('text of any character set, also of a wrong one, has no character that no database keeps', async () => {
  const inSet = async (charset: string, bytes: number[]) =>
    (
      await parse(
        Buffer.concat([Buffer.from(`${HEAD}Content-Type: text/plain; charset=${charset}\r\n\r\n`), Buffer.from(bytes)]),
      )
    )?.text
  expect(await inSet('iso-8859-1', [0xe9])).toBe('é')
  expect(await inSet('utf-8', [0x61, 0, 0x62, 0xff])).toBe('ab\ufffd')
  expect(await inSet('x-unknown', [0x61, 0xe9])).toContain('a')
  expect((await parse(`${HEAD}Subject: safe\u202egnp.exe\r\n\r\nx`))?.subject).toBe('safegnp.exe')
})

test.each([
  ['On Mon, 2 Mar 2026 at 12:00, Careers\n<careers@example.com> wrote:\n\nHello Jane', 'Thanks.'],
  ['Am 02.03.2026 um 12:00 schrieb Careers:\n> Hello Jane', 'Danke.'],
  ['-----Original Message-----\nFrom: Careers\n\nHello Jane', 'Thanks.'],
  ['> Hello Jane\n>\n> Bye', 'Thanks.'],
])('the earlier text below a reply is folded: %j', async (quoted, own) => {
  expect(await parse(writeMail({ text: `${own}\n\n${quoted}` }))).toMatchObject({ text: own, quoted })
})

test('answers between quoted lines stay where they are', async () => {
  const text = 'On Monday the careers team wrote:\n> Which day?\nTuesday.\n> Where?\nHere.'
  expect(await parse(writeMail({ text }))).toMatchObject({ text, quoted: null })
})

test.each([
  [{ 'Auto-Submitted': 'auto-replied' }, 'automatic'],
  [{ 'Auto-Submitted': 'no' }, 'reply'],
  [{ Precedence: 'bulk' }, 'automatic'],
  [{ 'X-Autoreply': 'yes' }, 'automatic'],
  [{ 'Return-Path': '<>' }, 'automatic'],
  [{ 'Return-Path': '<jane@example.com>' }, 'reply'],
])('a program is told from a person by %j', async (headers, nature) => {
  expect((await parse(writeMail({ headers: headers as Record<string, string> })))?.nature).toBe(nature)
})

test('a report says what the server said, and which message it returns; one of a delay is no bounce', async () => {
  expect(await parse(writeReport('<sent@example.com>'))).toMatchObject({
    ...{ nature: 'bounce', files: [] },
    report: { words: '5.2.2 552 5.2.2 The mailbox is full', returned: ['<sent@example.com>'] },
  })
  expect((await parse(writeReport('<sent@example.com>', { action: 'delayed' })))?.nature).toBe('delay')
  const relayed = await parse(writeReport('<sent@example.com>', { action: 'relayed' }))
  expect(relayed?.nature, 'what is no fault').toBe('automatic')
})

test('the beginning of a mail has no files, as the last may be broken off', async () => {
  const files = [{ name: 'a.pdf', type: 'application/pdf', content: Buffer.alloc(100_000, 1) }]
  const source = writeMailWithFiles({ text: 'Here.' }, files)
  expect(await parse(source.slice(0, 64_000), false)).toMatchObject({
    text: 'Here.',
    isCut: true,
    files: [],
    leftOut: ['a.pdf'],
  })
  expect((await parse(source))?.files[0]?.content).toHaveLength(100_000)
})
