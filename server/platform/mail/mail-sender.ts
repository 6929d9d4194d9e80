import type { OutgoingMail } from './compose-mail.ts'
import { MailFault } from './mail-fault.ts'
import type { MailSettings } from './mail-settings.ts'
import type { SmtpDeadlines, SmtpSession } from './smtp-session.ts'

/**
 * Sends messages over a connection that it keeps for a while. Callers take turns; while the mail server is slow with one message,
 * the next one goes over another connection.
 */
export type MailSender = {
  settings: MailSettings
  /** Composes a message and sends it, like {@link SmtpSession.send}. */
  send(mail: OutgoingMail, beforeContent: () => Promise<void>): Promise<string>
  /** Sends a message while a person waits: over its own connection, with shorter deadlines. */
  test(mail: OutgoingMail): Promise<string>
  /** Closes unused connections; those under way end with their message. */
  close(): void
}

/**
 * A mail server that takes longer with a message is slow, in milliseconds. Up to then one message is under way, so that a kill
 * leaves one that is perhaps sent.
 */
export const SLOW_MS = 3_000

/** An unused connection is closed after this long, in milliseconds: mail servers end idle ones soon. */
const IDLE_MS = 10_000

/** Deadlines of a test message, in milliseconds. */
const TEST_DEADLINES: SmtpDeadlines = { connection: 10_000, opening: 20_000, envelope: 20_000, content: 45_000 }

/** Connects at the first message. @param deadlines those of RFC 5321 unless given */
export function createMailSender(settings: MailSettings, deadlines?: SmtpDeadlines): MailSender {
  const idle = new Map<SmtpSession, NodeJS.Timeout>()
  let underWay = 0
  let isClosed = false
  let latest: Promise<unknown> = Promise.resolve()

  const takeIdle = () => {
    for (const [session, timer] of idle) {
      clearTimeout(timer)
      idle.delete(session)
      if (session.isOpen()) return session
    }
    return undefined
  }
  const keep = (session: SmtpSession) => {
    if (isClosed) return session.close()
    const end = () => {
      idle.delete(session)
      session.close()
    }
    idle.set(session, setTimeout(end, IDLE_MS).unref())
  }
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
    const composed = await compose(mail)
    const kept = takeIdle()
    let session = kept
    underWay += 1
    try {
      session ??= await open(settings, deadlines)
      const response = await session.send(composed, beforeContent)
      keep(session)
      return response
    } catch (error) {
      // After a refusal the server is in the middle of a message; after anything else the connection is broken.
      session?.close()
      throw isOfConnection(error, { isReused: kept !== undefined, others: underWay - 1 }) ? alone(error) : error
    } finally {
      underWay -= 1
    }
  }
  return {
    settings,
    send,
    test: async (mail) => {
      const composed = await compose(mail)
      const session = await open(settings, TEST_DEADLINES)
      try {
        return await session.send(composed, async () => undefined)
      } finally {
        session.close()
      }
    },
    close: () => {
      isClosed = true
      for (let session = takeIdle(); session; session = takeIdle()) session.close()
    },
  }
}

/** Loaded at the first message: a site without mail never needs the library. */
async function compose(mail: OutgoingMail) {
  return (await import('./compose-mail.ts')).composeMail(mail)
}

async function open(settings: MailSettings, deadlines?: SmtpDeadlines): Promise<SmtpSession> {
  return (await import('./smtp-session.ts')).openSmtpSession(settings, deadlines)
}

/**
 * Whether a fault is only about one connection: servers end those that have carried enough mail, and take only so many at
 * once ("421 too many connections").
 */
function isOfConnection(
  error: unknown,
  { isReused, others }: { isReused: boolean; others: number },
): error is MailFault {
  if (!(error instanceof MailFault) || error.scope !== 'all') return false
  return isReused || (others > 0 && error.code !== undefined && error.code < 500)
}

function alone({ outcome, message, code, cause }: MailFault): MailFault {
  return new MailFault(outcome, message, { cause, code, scope: 'message' })
}
