import * as z from 'zod'
import { configPart, type GivenVariables, wholeNumber } from '../config-part.ts'

/** A mailbox, with the name that mail programs show for it. */
export type Mailbox = { name: string | null; address: string }

/** How mail leaves the program. */
export type MailSettings = {
  host: string
  port: number
  /** Whether TLS begins before the first command (`smtps:`); otherwise after STARTTLS. */
  isTlsAtOnce: boolean
  /** Whether a server without STARTTLS is refused. */
  requiresTls: boolean
  /** Whether STARTTLS is used where the server offers it; not with `?tls=none`. */
  usesTls: boolean
  /** Whether the certificate must be valid: one on this machine may be self-signed. */
  checksCertificate: boolean
  credentials: { user: string; password: string } | null
  from: Mailbox
  replyTo: Mailbox | null
  /** Messages that leave within a minute, from all processes together. */
  perMinute: number
}

type ServerAddress = Omit<MailSettings, 'from' | 'replyTo' | 'perMinute'>

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const SERVER_FORM = 'SMTP_URL must look like smtp://user:password@mail.example.com:587, or smtps:// for TLS at once'
const DEFAULT_PORT = { 'smtp:': 587, 'smtps:': 465 } as const

/** The mail part of the configuration. */
export const mailConfig = configPart(
  {
    SMTP_URL: z.string().transform(readServer).optional(),
    MAIL_FROM: z.string().transform(mailboxReader('MAIL_FROM')).optional(),
    MAIL_REPLY_TO: z.string().transform(mailboxReader('MAIL_REPLY_TO')).optional(),
    MAIL_PER_MINUTE: wholeNumber('MAIL_PER_MINUTE', 1, 1_000).default(20),
  },
  {
    settings: ({ SMTP_URL: server, MAIL_FROM: from, MAIL_REPLY_TO: replyTo = null, MAIL_PER_MINUTE: perMinute }) =>
      server && from ? { ...server, from, replyTo, perMinute } : null,
    faults: mailFaults,
  },
)

function mailFaults(given: GivenVariables): string[] {
  if (given.SMTP_URL) {
    return given.MAIL_FROM ? [] : ['SMTP_URL needs MAIL_FROM: the address that the messages come from']
  }
  return ['MAIL_FROM', 'MAIL_REPLY_TO', 'MAIL_PER_MINUTE']
    .filter((name) => given[name])
    .map((name) => `${name} needs SMTP_URL: without a mail server, no message is sent`)
}

function readServer(text: string, context: z.RefinementCtx): ServerAddress {
  const url = URL.canParse(text) ? new URL(text) : null
  const fault = url ? serverFault(url) : SERVER_FORM
  if (!url || fault) {
    // The address may have a password, so no message repeats it.
    context.addIssue({ code: 'custom', message: fault ?? SERVER_FORM })
    return z.NEVER
  }
  const user = decode(url.username)
  const isOnThisMachine = LOOPBACK.includes(url.hostname)
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || DEFAULT_PORT[url.protocol as keyof typeof DEFAULT_PORT],
    isTlsAtOnce: url.protocol === 'smtps:',
    requiresTls: !isWithoutTls(url) && !isOnThisMachine,
    usesTls: !isWithoutTls(url),
    checksCertificate: !isOnThisMachine,
    credentials: user ? { user, password: decode(url.password) ?? '' } : null,
  }
}

function serverFault(url: URL): string | null {
  if (!(url.protocol in DEFAULT_PORT) || !url.hostname || !['', '/'].includes(url.pathname)) return SERVER_FORM
  if (url.search && !isWithoutTls(url)) {
    return 'SMTP_URL takes one option: ?tls=none, for a mail server without TLS in your own network'
  }
  if (decode(url.username) === null || decode(url.password) === null) {
    return 'SMTP_URL must have special characters of user and password percent-encoded'
  }
  if (!isWithoutTls(url)) return null
  if (url.protocol === 'smtps:') return 'SMTP_URL cannot have both smtps:// and ?tls=none'
  return url.username ? 'SMTP_URL with ?tls=none cannot have a password: it would be sent unencrypted' : null
}

function isWithoutTls({ search }: URL): boolean {
  return search === '?tls=none'
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Reads `Name <address>` or an address alone. */
function mailboxReader(variable: string) {
  return (text: string, context: z.RefinementCtx): Mailbox => {
    const [, name, bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
    const address = (bracketed ?? text).trim()
    if (z.email().safeParse(address).success && !/[\r\n]/.test(text)) {
      return { name: name?.trim().replace(/^"(.*)"$/, '$1') || null, address }
    }
    context.addIssue({
      code: 'custom',
      message: `${variable} must be an address, such as Careers <careers@example.com>`,
    })
    return z.NEVER
  }
}
