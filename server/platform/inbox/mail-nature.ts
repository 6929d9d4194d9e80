import type { MailNature } from './incoming-mail.ts'

/** What is kept of the words of a mail server, in characters. */
const MOST_OF_WORDS = 1_000

/** The headers that tell what a mail is, each as it was sent; undefined without it. */
export type TellingHeaders = (name: string) => string | undefined

/** The part of a delivery status notification that programs read. */
export type DeliveryStatus = { action: string; words: string }

/** Reads a `message/delivery-status` part (RFC 3464, 2). @returns undefined where it says nothing */
export function readDeliveryStatus(part: string): DeliveryStatus | undefined {
  const lines = part.replaceAll(/\r?\n[ \t]+/g, ' ').split('\n')
  const fieldOf = (name: string) =>
    lines
      .find((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`)
      ?.slice(name.length + 1)
      .trim()
  const action = fieldOf('action')?.toLowerCase()
  if (!action) return undefined
  const diagnostic = fieldOf('diagnostic-code')?.replace(/^\w+\s*;\s*/, '')
  const words = [fieldOf('status'), diagnostic].filter((each) => each !== undefined && each !== '').join(' ')
  return { action, words: words.slice(0, MOST_OF_WORDS) }
}

/**
 * Tells what a mail is.
 * @param isReport whether it is a `multipart/report` about delivery @param status what that says
 */
export function natureOf(
  header: TellingHeaders,
  { isReport, status, from }: { isReport: boolean; status: DeliveryStatus | undefined; from: string | undefined },
): MailNature {
  if (isReport && status) {
    if (status.action === 'failed') return 'bounce'
    return status.action === 'delayed' ? 'delay' : 'automatic'
  }
  // Exim returns mail without a report.
  if (header('x-failed-recipients') !== undefined && isOfServer(from)) return 'bounce'
  return isAutomatic(header, from) ? 'automatic' : 'reply'
}

/** Whether a program sent it, by what RFC 3834 and widespread programs write. A person’s mail that is taken for one would be missed. */
function isAutomatic(header: TellingHeaders, from: string | undefined): boolean {
  const submitted = header('auto-submitted')?.trim().toLowerCase()
  if (submitted !== undefined && submitted !== '' && !submitted.startsWith('no')) return true
  if (['x-autoreply', 'x-autorespond', 'x-autoresponder'].some((name) => header(name) !== undefined)) return true
  if (/^\s*(?:auto_reply|bulk|junk|list)\s*$/i.test(header('precedence') ?? '')) return true
  return header('return-path')?.trim() === '<>' || isOfServer(from)
}

function isOfServer(from: string | undefined): boolean {
  return from === undefined || /^(?:mailer-daemon|postmaster)@/i.test(from)
}
