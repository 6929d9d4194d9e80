import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { ComposedMail } from './compose-mail.ts'
import { MailFault, type MailOutcome } from './mail-fault.ts'
import type { MailSettings } from './mail-settings.ts'

/** A connection to the mail server that takes one message after the other. */
export type SmtpSession = {
  /**
   * Hands a message over.
   * @param beforeContent runs when the server is ready to take the content, so that the caller can record that the end may
   *   become uncertain; when it fails, nothing is sent
   * @returns what the server said
   * @throws {MailFault}
   */
  send(mail: ComposedMail, beforeContent: () => Promise<void>): Promise<string>
  /** Whether another message can be sent over it. */
  isOpen(): boolean
  close(): void
}

/** Deadlines in milliseconds: for the sign-in altogether, for one message altogether, and for silence in between. */
const SMTP_DEADLINES = { open: 30_000, send: 60_000, silence: 30_000 } as const

type Deadlines = Record<keyof typeof SMTP_DEADLINES, number>

/**
 * Connects and signs in.
 * @throws {MailFault} with the outcome `later`: whatever is wrong, no message was refused
 */
export async function openSmtpSession(
  settings: MailSettings,
  deadlines: Deadlines = SMTP_DEADLINES,
): Promise<SmtpSession> {
  const connection = new SMTPConnection({
    host: settings.host,
    port: settings.port,
    secure: settings.isTlsAtOnce,
    requireTLS: settings.requiresTls && !settings.isTlsAtOnce,
    connectionTimeout: deadlines.silence,
    greetingTimeout: deadlines.silence,
    dnsTimeout: deadlines.silence,
    socketTimeout: deadlines.silence,
    maxResponseSize: 64 * 1024,
    allowInternalNetworkInterfaces: true,
  })
  // An idle connection may fail too; the next message then finds it closed.
  connection.on('error', () => undefined)
  let isOpen = true
  connection.once('end', () => {
    isOpen = false
  })
  await exchange(
    connection,
    deadlines.open,
    () => 'later',
    (done) => connection.connect(done),
  )
  const { credentials } = settings
  if (credentials) {
    const auth = { credentials: { user: credentials.user, pass: credentials.password } }
    await exchange(
      connection,
      deadlines.open,
      () => 'later',
      (done) => connection.login(auth, done),
    )
  }

  return {
    send: async ({ from, to, content }, beforeContent) => {
      let hasBegun = false
      const body = Readable.from(
        (async function* () {
          await beforeContent()
          hasBegun = true
          yield content
        })(),
      )
      const envelope = { from, to: [to], size: content.length, use8BitMime: false }
      const outcomeOf = (code: number | undefined) => outcomeAfter(code, hasBegun)
      const sent = await exchange<{ response: string }>(connection, deadlines.send, outcomeOf, (done) =>
        connection.send(envelope, body, done),
      )
      return sent?.response ?? ''
    },
    isOpen: () => isOpen,
    close: () => connection.quit(),
  }
}

/** What has become of a message after an error. @param code of the server's response, if it gave one */
function outcomeAfter(code: number | undefined, hasBegun: boolean): MailOutcome {
  if (code && code >= 500) return 'refused'
  if (code && code >= 400) return 'later'
  return hasBegun ? 'uncertain' : 'later'
}

type SmtpError = Error & { responseCode?: number; response?: string | false; code?: string; command?: string }

/** One step with a deadline of its own. A connection that has failed is closed. */
async function exchange<Result>(
  connection: SMTPConnection,
  deadlineMs: number,
  outcomeOf: (code: number | undefined) => MailOutcome,
  begin: (done: (error?: Error | null, result?: Result) => void) => void,
): Promise<Result | undefined> {
  let stop: (() => void) | undefined
  try {
    return await new Promise<Result | undefined>((resolve, reject) => {
      const fail = (error: Error) => reject(error)
      const timer = setTimeout(() => fail(new Error(`no response within ${deadlineMs / 1000} s`)), deadlineMs)
      connection.on('error', fail)
      const ended = () => fail(new Error('the server closed the connection'))
      connection.once('end', ended)
      stop = () => {
        clearTimeout(timer)
        connection.off('end', ended)
        connection.off('error', fail)
      }
      begin((error, result) => (error ? fail(error) : resolve(result)))
    })
  } catch (error) {
    const { responseCode, response, message, command } = error as SmtpError
    if (!responseCode) connection.close()
    const outcome = outcomeOf(responseCode)
    const isAddressRefused = outcome === 'refused' && command === 'RCPT TO'
    throw new MailFault(outcome, response || message, { cause: error, isAddressRefused })
  } finally {
    stop?.()
  }
}
