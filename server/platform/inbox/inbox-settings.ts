import * as z from 'zod'
import { configPart, type GivenVariables, trueOrFalse } from '../config-part.ts'

/** The mailbox in which replies arrive. */
export type InboxSettings = {
  host: string
  port: number
  /** Whether TLS begins before the first command (`imaps:`); otherwise after STARTTLS. */
  isTlsAtOnce: boolean
  /** Whether a server without STARTTLS is refused. */
  requiresTls: boolean
  /** Whether the certificate must be valid: one on this machine may be self-signed. */
  checksCertificate: boolean
  user: string
  password: string
  folder: string
  /** Whether messages name their application in the address for replies, as `careers+TAG@example.com`. */
  tagsReplies: boolean
}

type InboxAddress = Omit<InboxSettings, 'tagsReplies'>

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const INBOX_FORM = 'IMAP_URL must look like imaps://user:password@mail.example.com/INBOX'
const DEFAULT_PORT = { 'imap:': 143, 'imaps:': 993 } as const

/** The part of the configuration that names the mailbox of replies. */
export const inboxConfig = configPart(
  { IMAP_URL: z.string().transform(readInbox).optional(), REPLY_TAGS: trueOrFalse('REPLY_TAGS', false) },
  {
    settings: ({ IMAP_URL: inbox, REPLY_TAGS: tagsReplies }): InboxSettings | null =>
      inbox ? { ...inbox, tagsReplies } : null,
    faults: inboxFaults,
  },
)

function inboxFaults({ IMAP_URL, REPLY_TAGS, SMTP_URL, MAIL_REPLY_TO, MAIL_FROM }: GivenVariables): string[] {
  const faults: string[] = []
  if (IMAP_URL && !SMTP_URL)
    faults.push('IMAP_URL needs SMTP_URL: without a mail server, no message is sent that has replies')
  if (REPLY_TAGS !== 'true') return faults
  if (!IMAP_URL) faults.push('REPLY_TAGS=true needs IMAP_URL: the mailbox in which the replies arrive')
  if ((MAIL_REPLY_TO ?? MAIL_FROM ?? '').includes('+'))
    faults.push('REPLY_TAGS=true needs an address for replies (MAIL_REPLY_TO) without a plus sign')
  return faults
}

function readInbox(text: string, context: z.RefinementCtx): InboxAddress {
  const url = URL.canParse(text) ? new URL(text) : null
  const fault = url ? inboxFault(url) : INBOX_FORM
  if (!url || fault) {
    // The address has a password, so no message repeats it.
    context.addIssue({ code: 'custom', message: fault ?? INBOX_FORM })
    return z.NEVER
  }
  const isOnThisMachine = LOOPBACK.includes(url.hostname)
  const isTlsAtOnce = url.protocol === 'imaps:'
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || DEFAULT_PORT[url.protocol as keyof typeof DEFAULT_PORT],
    isTlsAtOnce,
    requiresTls: !isTlsAtOnce && !isOnThisMachine,
    checksCertificate: !isOnThisMachine,
    user: decode(url.username) ?? '',
    password: decode(url.password) ?? '',
    folder: folderOf(url) || 'INBOX',
  }
}

function inboxFault(url: URL): string | null {
  if (!(url.protocol in DEFAULT_PORT) || !url.hostname || url.search || url.hash) return INBOX_FORM
  if (!url.username || !url.password) return 'IMAP_URL must have a user and a password'
  const folder = folderOf(url)
  if ([decode(url.username), decode(url.password), folder].includes(null))
    return 'IMAP_URL must have special characters of user, password and folder percent-encoded'
  return /\p{C}/u.test(folder ?? '') ? 'IMAP_URL must name a folder without control characters' : null
}

/** The folder may have levels, such as `Careers/Replies`. */
function folderOf({ pathname }: URL): string | null {
  return decode(pathname.replace(/^\//, ''))
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
