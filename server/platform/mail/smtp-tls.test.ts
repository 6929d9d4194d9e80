import type { SMTPServerOptions } from 'smtp-server'
import { expect, test } from 'vitest'
import { BRAND } from '../../../test/smtp/brand.ts'
import { type SmtpServer, startSmtpServer } from '../../../test/smtp/smtp-kit.ts'
import type { OutgoingMail } from './compose-mail.ts'
import { createMailSender } from './mail-sender.ts'
import { mailConfig } from './mail-settings.ts'

const DEADLINES = { connection: 2_000, opening: 3_000, envelope: 3_000, content: 3_000 }
const MAIL: OutgoingMail = {
  from: { name: null, address: 'careers@example.com' },
  to: { name: null, address: 'ana@example.com' },
  replyTo: null,
  subject: 'Hello',
  text: 'Hello\n',
  messageId: '<m@example.com>',
  references: [],
  date: new Date('2026-03-01T12:00:00Z'),
  isAutomatic: true,
}

/** Sends a mail as an environment says, over a server whose certificate is self-signed. @returns the secured connections, or the fault */
async function sendTo(
  options: SMTPServerOptions,
  urlOf: (server: SmtpServer) => string,
  { isElsewhere = false, text = 'Hello\n' } = {},
): Promise<string> {
  let secured = 0
  const onSecure: SMTPServerOptions['onSecure'] = (_socket, _session, done) => {
    secured += 1
    done()
  }
  await using opened = new AsyncDisposableStack()
  const server = opened.adopt(await startSmtpServer({ hideSTARTTLS: false, onSecure, ...options }), (each) =>
    each.stop(),
  )
  const environment = { SMTP_URL: urlOf(server), MAIL_FROM: 'careers@example.com' }
  const settings = mailConfig.read(environment).settings ?? expect.fail('no settings')
  // As if it did not stand on this machine.
  const elsewhere = isElsewhere && settings.usesTls && { requiresTls: !settings.isTlsAtOnce, checksCertificate: true }
  const sender = createMailSender({ ...settings, ...elsewhere }, BRAND, DEADLINES)
  return await sender
    .send({ ...MAIL, text }, async () => undefined)
    .then(
      () => `sent, ${secured} secured`,
      (error: Error) => error.message,
    )
}

const plain = ({ port }: SmtpServer) => `smtp://127.0.0.1:${port}`

test('a server on this machine may have a self-signed certificate', async () => {
  expect(await sendTo({}, plain)).toBe('sent, 1 secured')
  expect(await sendTo({ secure: true }, ({ port }) => `smtps://127.0.0.1:${port}`)).toMatch(/^sent/)
})

test('with ?tls=none no connection changes to TLS, also where the server offers it', async () => {
  expect(await sendTo({}, (server) => `${plain(server)}?tls=none`)).toBe('sent, 0 secured')
})

test.for<[string, SMTPServerOptions, (server: SmtpServer) => string, string]>([
  ['refused certificate', {}, plain, 'NODE_EXTRA_CA_CERTS'],
  ['server without TLS', { disabledCommands: ['STARTTLS'] }, plain, 'write ?tls=none at the end of SMTP_URL'],
  ['smtps on a plain port', {}, ({ port }) => `smtps://127.0.0.1:${port}`, 'Write smtp:// instead of smtps://'],
  ['smtp on a port of TLS', { secure: true }, plain, 'write smtps:// instead of smtp://'],
  ['server that is not there', {}, () => 'smtp://127.0.0.1:1', 'Nothing answers at 127.0.0.1:1'],
  ['name that is unknown', {}, () => 'smtp://mail.invalid', 'The name mail.invalid is not known'],
])('a %s is reported with what to set', async ([_what, options, urlOf, words]) => {
  expect(await sendTo(options, urlOf, { isElsewhere: true })).toContain(words)
})

test('a mail above the size that the server announces is reported with what to raise', async () => {
  const fault = await sendTo({ size: 10_000 }, plain, { text: 'x '.repeat(10_000) })
  expect(fault).toContain('Raise its limit (in Postfix message_size_limit)')
})
