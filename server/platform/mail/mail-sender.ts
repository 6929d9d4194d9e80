import type { MailBrand } from './card/mail-card.ts'
import type { OutgoingMail } from './compose-mail.ts'
import { MailFault } from './mail-fault.ts'
import type { MailSettings } from './mail-settings.ts'
import type { SmtpDeadlines } from './smtp-session.ts'

/**
 * Sends messages, each over its own connection. Callers take turns; while the mail server is slow with one message, the next one
 * is sent beside it.
 */
export type MailSender = {
  settings: MailSettings
  /** Composes a message and sends it, like `SmtpSession.send`. */
  send(mail: OutgoingMail, beforeContent: () => Promise<void>): Promise<string>
  /** Sends a message while a person waits: out of turn, with shorter deadlines. */
  test(mail: OutgoingMail): Promise<string>
}

/**
 * A mail server that takes longer with a message is slow, in milliseconds. Up to then one message is under way, so that a kill
 * leaves one that is perhaps sent.
 */
export const SLOW_MS = 3_000

/** Deadlines of a test message, in milliseconds. */
const TEST_DEADLINES: SmtpDeadlines = { connection: 10_000, opening: 20_000, envelope: 20_000, content: 45_000 }

/** Connects at the first message. @param deadlines those of RFC 5321 unless given */
export function createMailSender(settings: MailSettings, brand: MailBrand, deadlines?: SmtpDeadlines): MailSender {
  let underWay = 0
  let latest: Promise<unknown> = Promise.resolve()

  const send: MailSender['send'] = async (mail, beforeContent) => {
    const turn = Promise.withResolvers<void>()
    const before = latest
    latest = turn.promise
    await before
    const slow = setTimeout(turn.resolve, SLOW_MS).unref()
    try {
      return await sendNow(mail, beforeContent)
    } finally {
      clearTimeout(slow)
      turn.resolve()
    }
  }
  const sendNow: MailSender['send'] = async (mail, beforeContent) => {
    underWay += 1
    try {
      return await sendOnce(mail, beforeContent, deadlines)
    } catch (error) {
      throw underWay > 1 && isOfConnection(error) ? alone(error) : error
    } finally {
      underWay -= 1
    }
  }
  /** The library is loaded at the first message: a site without mail never needs it. */
  const sendOnce = async (
    mail: OutgoingMail,
    beforeContent: () => Promise<void>,
    within: SmtpDeadlines | undefined,
  ): Promise<string> => {
    const composed = await (await import('./compose-mail.ts')).composeMail(mail, brand)
    const session = await (await import('./smtp-session.ts')).openSmtpSession(settings, within)
    try {
      return await session.send(composed, beforeContent)
    } finally {
      session.close()
    }
  }
  return { settings, send, test: (mail) => sendOnce(mail, async () => undefined, TEST_DEADLINES) }
}

/** Whether a fault is only about one connection beside others: servers take only so many at once ("421 too many connections"). */
function isOfConnection(error: unknown): error is MailFault {
  return error instanceof MailFault && error.scope === 'all' && error.code !== undefined && error.code < 500
}

function alone({ outcome, message, code, cause }: MailFault): MailFault {
  return new MailFault(outcome, message, { cause, code, scope: 'message' })
}
