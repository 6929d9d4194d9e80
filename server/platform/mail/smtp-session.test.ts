import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BRAND } from '../../../test/smtp/brand.ts'
import { SMTP_USER, type SmtpServer, startSmtpServer } from '../../../test/smtp/smtp-kit.ts'
import { composeMail, type OutgoingMail } from './compose-mail.ts'
import { MailFault } from './mail-fault.ts'
import { openSmtpSession } from './smtp-session.ts'

const DEADLINES = { connection: 2_000, opening: 2_000, envelope: 1_000, content: 1_000 }
const MAIL: OutgoingMail = {
  from: { name: 'Permian Controls', address: 'careers@example.com' },
  to: { name: 'Ana Núñez', address: 'ana@example.com' },
  replyTo: { name: null, address: 'people@example.com' },
  subject: 'Your application',
  text: 'Hello Ana,\n\nwe have it: https://jobs.example.com/my-application.\nSee <you> & "yours".\n',
  messageId: '<m-1@example.com>',
  references: ['<m-0@example.com>'],
  date: new Date('2026-03-01T12:00:00Z'),
  isAutomatic: true,
}

/** More than a connection takes in while the server does not read. */
const LARGE = { fileName: 'large.txt', mediaType: 'text/plain', content: 'x'.repeat(16_000_000) }

let server: SmtpServer
beforeAll(async () => {
  server = await startSmtpServer()
})
afterAll(() => server.stop())
beforeEach(() => {
  server.received.length = 0
})

/** Sends a message over a new connection. */
async function sendOne(mail = MAIL, beforeContent: () => Promise<void> = async () => undefined) {
  // First, because a large one takes long on a busy machine, and an open session ends after some silence.
  const composed = await composeMail(mail, BRAND)
  const session = await openSmtpSession(server.settings(), DEADLINES)
  try {
    return await session.send(composed, beforeContent)
  } finally {
    session.close()
  }
}

const faultOf = (sending: Promise<unknown>) =>
  sending.then(
    () => {
      throw new Error('it was sent')
    },
    (error: unknown) => error as MailFault,
  )

test('a message arrives with its text, its headers and the same text as HTML without anything to load', async () => {
  expect(await sendOne()).toMatch(/^250 .*Queued/)
  const { mail, envelopeTo } = server.received[0] ?? expect.fail('nothing arrived')
  expect(envelopeTo).toEqual(['ana@example.com'])
  expect(mail).toMatchObject({
    from: { name: 'Permian Controls', address: 'careers@example.com' },
    to: [{ name: 'Ana Núñez', address: 'ana@example.com' }],
    replyTo: [{ address: 'people@example.com' }],
    subject: 'Your application',
    messageId: '<m-1@example.com>',
    references: '<m-0@example.com>',
    inReplyTo: '<m-0@example.com>',
  })
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe(MAIL.text.trim())
  expect(mail.html).toMatch(/<a [^>]*href="https:\/\/jobs\.example\.com\/my-application"[^>]*>/)
  expect(mail.html).toContain('&lt;you&gt; &amp; &quot;yours&quot;')
  expect(mail.html).not.toMatch(/<img|<link|<script|src=|url\(/)
})

test('the text has a long address whole, the HTML never its thousand characters', async () => {
  const address = `https://jobs.example.com/recovery#receipt=${'aB3_'.repeat(300)}`
  await sendOne({ ...MAIL, text: `Keep this:\n${address}\n` })
  const { mail } = server.received[0] ?? expect.fail('nothing arrived')
  expect(mail.text).toContain(address)
  expect(mail.html).toMatch(/<a [^>]*href="https:[^"]{1000,}"[^>]*>Keep this<\/a>/)
})

test('an address in brackets or quotes is a link without them', async () => {
  await sendOne({ ...MAIL, text: 'See <https://example.com/a?b=1&c=2> and "https://example.com/d".\n' })
  const { mail } = server.received[0] ?? expect.fail('nothing arrived')
  expect(mail.html).toMatch(
    /&lt;<a [^>]*href="https:\/\/example\.com\/a\?b=1&amp;c=2"[^>]*>example\.com\/a\?b=1&amp;c=2<\/a>&gt;/,
  )
  expect(mail.html).toMatch(/&quot;<a [^>]*href="https:\/\/example\.com\/d"[^>]*>example\.com\/d<\/a>&quot;/)
})

test('a name or a subject with line breaks adds no header', async () => {
  const name = 'Eve\r\nBcc: victim@example.com'
  await sendOne({
    ...MAIL,
    to: { name, address: 'eve@example.com' },
    subject: 'Hello\r\nX-Evil: yes\n\nbody',
    isAutomatic: false,
  })
  const { mail, envelopeTo } = server.received[0] ?? expect.fail('nothing arrived')
  expect(envelopeTo).toEqual(['eve@example.com'])
  expect(mail.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['bcc']))
  expect(mail.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['x-evil']))
  expect(mail.headers.map(({ key }) => key)).not.toContain('auto-submitted')
})

test.for([
  [{ name: 'refuse', at: 'recipient', code: 550, text: '5.1.1 No such user' }, 'refused', 'No such user'],
  [{ name: 'refuse', at: 'recipient', code: 550, text: '5.2.1 Mailbox disabled' }, 'refused', 'Mailbox disabled'],
  [{ name: 'refuse', at: 'recipient', code: 550, text: 'No such user' }, 'later', 'No such user'],
  [{ name: 'refuse', at: 'recipient', code: 550, text: '5.1.8 Sender domain not found' }, 'later', 'Set MAIL_FROM'],
  [{ name: 'refuse', at: 'recipient', code: 552, text: '5.2.2 Mailbox full' }, 'later', 'Mailbox full'],
  [{ name: 'refuse', at: 'recipient', code: 554, text: '5.7.1 Listed at bl.example' }, 'later', 'block list'],
  [{ name: 'refuse', at: 'recipient', code: 554, text: '5.7.1 Relay access denied' }, 'later', 'mynetworks'],
  [{ name: 'refuse', at: 'recipient', code: 530, text: '5.7.0 Authentication required' }, 'later', 'wants a sign-in'],
  [{ name: 'refuse', at: 'sender', code: 550, text: '5.1.0 Sender rejected' }, 'later', 'Set MAIL_FROM'],
  [{ name: 'refuse', at: 'content', code: 552, text: '5.3.4 Too big' }, 'later', 'message_size_limit'],
  [{ name: 'refuse', at: 'content', code: 554, text: 'Looks like spam' }, 'later', 'Looks like spam'],
  [{ name: 'refuse', at: 'recipient', code: 451, text: 'Greylisted, try later' }, 'later', 'Greylisted'],
  [{ name: 'refuse', at: 'content', code: 452, text: 'Disk full' }, 'later', 'Disk full'],
  [{ name: 'cut', at: 'recipient' }, 'later', ''],
  [{ name: 'hang', at: 'recipient' }, 'later', 'no response within 1 s'],
  [{ name: 'cut', at: 'content' }, 'uncertain', ''],
  [{ name: 'cut', at: 'response' }, 'uncertain', ''],
  [{ name: 'hang', at: 'middle' }, 'uncertain', 'no response within 1 s'],
  [{ name: 'hang', at: 'content' }, 'uncertain', 'no response within 1 s'],
] as const)('after %j the message counts as %s', async ([behaviour, outcome, words]) => {
  server.plan(behaviour)
  const fault = await faultOf(sendOne(behaviour.at === 'middle' ? { ...MAIL, attachments: [LARGE] } : MAIL))
  expect(fault).toBeInstanceOf(MailFault)
  expect(fault.outcome).toBe(outcome)
  expect(fault.message).toContain(words)
})

test('when the uncertain end cannot be recorded first, nothing is sent', async () => {
  const fault = await faultOf(sendOne(MAIL, () => Promise.reject(new Error('database away'))))
  expect(fault).toMatchObject({ outcome: 'later', message: 'database away' })
  expect(server.received).toEqual([])
})

test('a wrong password, a missing server and a missing TLS are reported as what they are', async () => {
  await using open = new AsyncDisposableStack()
  const closed = open.adopt(await startSmtpServer({ requiresSignIn: true }), (each) => each.stop())
  const right = closed.settings()
  const session = await openSmtpSession(right, DEADLINES)
  await session.send(await composeMail(MAIL, BRAND), async () => undefined)
  session.close()
  const credentials = { ...SMTP_USER, password: 'wrong' }
  expect(await faultOf(openSmtpSession({ ...right, credentials }, DEADLINES))).toMatchObject({
    outcome: 'later',
    message: expect.stringContaining('535'),
  })
  expect(await faultOf(openSmtpSession({ ...right, port: 1 }, DEADLINES))).toMatchObject({
    outcome: 'later',
    message: expect.stringContaining('ECONNREFUSED'),
  })
  expect(
    await faultOf(openSmtpSession({ ...right, requiresTls: true, checksCertificate: true }, DEADLINES)),
  ).toMatchObject({
    outcome: 'later',
    scope: 'all',
  })
})
