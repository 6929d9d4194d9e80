import type { OutgoingMail } from './compose-mail.ts'
import type { MailSettings } from './mail-settings.ts'
import type { SmtpSession } from './smtp-session.ts'

/** Sends messages over one connection, which it keeps for a while. Callers take turns. */
export type MailSender = {
  settings: MailSettings
  /** Composes a message and sends it, like {@link SmtpSession.send}. */
  send(mail: OutgoingMail, beforeContent: () => Promise<void>): Promise<string>
  close(): void
}

/** An unused connection is closed after this long, in milliseconds: mail servers end idle ones soon. */
const IDLE_MS = 10_000

/** Connects at the first message. */
export function createMailSender(settings: MailSettings): MailSender {
  let session: SmtpSession | undefined
  let idle: NodeJS.Timeout | undefined
  let latest: Promise<unknown> = Promise.resolve()

  const close = () => {
    clearTimeout(idle)
    session?.close()
    session = undefined
  }
  const sendNow: MailSender['send'] = async (mail, beforeContent) => {
    clearTimeout(idle)
    // Loaded at the first message: a site without mail never needs the library.
    const { composeMail } = await import('./compose-mail.ts')
    const { openSmtpSession } = await import('./smtp-session.ts')
    const composed = await composeMail(mail)
    try {
      if (!session?.isOpen()) session = await openSmtpSession(settings)
      return await session.send(composed, beforeContent)
    } catch (error) {
      // After a refusal the server is in the middle of a message; after anything else the connection is broken.
      close()
      throw error
    } finally {
      idle = setTimeout(close, IDLE_MS).unref()
    }
  }
  return {
    settings,
    send: (mail, beforeContent) => {
      const sending = latest.then(() => sendNow(mail, beforeContent))
      latest = sending.catch(() => undefined)
      return sending
    },
    close,
  }
}
