import type { MailSettings } from './mail-settings.ts'
import { isTooLarge, type SmtpError } from './smtp-error.ts'

/** A fault that is explained, by what the server or the connection says, and what to do about it. */
type ExplainedFault = {
  is(error: SmtpError, settings: MailSettings): boolean
  words(settings: MailSettings): string
}

const saying = (words: RegExp) => (error: SmtpError) => words.test(error.message)
const system =
  (...codes: string[]) =>
  ({ message, code = '', originalCode = '' }: SmtpError) =>
    codes.some((each) => `${code} ${originalCode} ${message}`.includes(each))
const refusedAt = (commands: RegExp) => (error: SmtpError) =>
  (error.responseCode ?? 0) >= 500 && commands.test(error.command ?? '')
const serverOf = ({ host, port }: MailSettings) => `${host}:${port}`

/** Faults of the connection, then those of one command after the other. The first that fits is the one. */
const EXPLAINED: readonly ExplainedFault[] = [
  {
    is: system('EDNS', 'ENOTFOUND', 'EAI_AGAIN'),
    words: ({ host }) =>
      `The name ${host} is not known to this machine. Mend the host in SMTP_URL, or the name server.`,
  },
  {
    is: system('ECONNREFUSED'),
    words: (settings) =>
      `Nothing answers at ${serverOf(settings)}. Start the mail server there, or mend host and port in SMTP_URL.`,
  },
  {
    is: system('EHOSTUNREACH', 'ENETUNREACH', 'CONNECT_TIMEOUT', 'Connection timeout'),
    words: (settings) =>
      `${serverOf(settings)} cannot be reached. Look at the firewall between this machine and the mail server, and at host and port in SMTP_URL.`,
  },
  {
    is: (error, { isTlsAtOnce }) =>
      isTlsAtOnce && saying(/wrong version number|packet length too long|record layer/i)(error),
    words: ({ port }) =>
      `The mail server does not begin with TLS on port ${port}. Write smtp:// instead of smtps:// in SMTP_URL, or the port that begins with TLS, mostly 465.`,
  },
  {
    is: (error, { isTlsAtOnce }) => !isTlsAtOnce && saying(/Greeting never received/)(error),
    words: ({ port }) =>
      `The mail server does not greet on port ${port}. If this port begins with TLS, as 465 does, write smtps:// instead of smtp:// in SMTP_URL.`,
  },
  {
    is: saying(/certificate|altname|self.signed|ERR_TLS_CERT/i),
    words: ({ host }) =>
      `The certificate of the mail server is refused. Give it one for the name ${host} from a known authority, write the name of its certificate in SMTP_URL, or name the file of your own authority in NODE_EXTRA_CA_CERTS.`,
  },
  {
    is: ({ command, responseCode = 0 }) => command === 'STARTTLS' && responseCode >= 400,
    words: () =>
      'The mail server offers no TLS. Switch STARTTLS on there, or, for a server in your own network, write ?tls=none at the end of SMTP_URL and take user and password out.',
  },
  {
    is: (error) => isTooLarge(error),
    words: () => 'The message is larger than the mail server takes. Raise its limit (in Postfix message_size_limit).',
  },
  {
    is: (error, { usesTls }) => !usesTls && saying(/STARTTLS/i)(error),
    words: () => 'The mail server takes mail with TLS only. Take ?tls=none out of SMTP_URL.',
  },
  {
    is: (error) => error.responseCode === 530 || /^\d+[ -]5\.7\.0 .*auth/i.test(error.response || ''),
    words: () => 'The mail server wants a sign-in. Put its user and password into SMTP_URL: smtp://user:password@host.',
  },
  {
    is: refusedAt(/^AUTH/),
    words: () =>
      'The mail server refuses user or password of SMTP_URL. Mend them there; percent-encode special characters.',
  },
  {
    is: ({ code }) => code === 'EAUTH',
    words: () =>
      'The sign-in at the mail server failed. Look at user and password in SMTP_URL, and at what the server offers.',
  },
  {
    is: refusedAt(/^(CONN|EHLO|HELO)$/),
    words: () =>
      "The mail server refuses connections of this server. Let it take this server's address, or see why that address is on a block list.",
  },
  {
    is: (error) => refusedAt(/^MAIL FROM$/)(error) || /^5\d\d[ -]5\.1\.[789]\b/.test(error.response || ''),
    words: ({ from }) =>
      `The mail server refuses the sender ${from.address}. Set MAIL_FROM to an address that this server may send from.`,
  },
  {
    is: (error) => refusedAt(/^RCPT TO$/)(error) && /relay/i.test(error.message) && !/5\.1\.\d/.test(error.message),
    words: () =>
      'The mail server does not pass mail of this server on to others. Put user and password into SMTP_URL, or let it trust the address of this server (in Postfix mynetworks).',
  },
  {
    is: (error) => refusedAt(/^RCPT TO$/)(error) && /^5\d\d[ -]5\.7\.\d|^554/.test(error.response || ''),
    words: () =>
      "The mail server refuses mail of this server. Its answer says why: often the server's address is on a block list.",
  },
  {
    is: refusedAt(/^DATA$/),
    words: () => 'The mail server refuses this message for its content or its sender. Its answer says why.',
  },
]

/** What is wrong and what to set, as sentences for an admin; null where the server's own words have to do. */
export function explainFault(error: SmtpError, settings: MailSettings): string | null {
  return EXPLAINED.find(({ is }) => is(error, settings))?.words(settings) ?? null
}
