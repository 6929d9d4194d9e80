import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { ComposedMail } from './compose-mail.ts'
import type { MailSettings } from './mail-settings.ts'
import { readFault, type SmtpStage } from './read-fault.ts'
import type { SmtpError } from './smtp-error.ts'

/** A connection to the mail server. */
export type SmtpSession = {
  /**
   * Hands a message over.
   * @param beforeContent runs when the server is ready to take the content, so that the caller can record that the end may
   *   become uncertain; when it fails, nothing is sent
   * @returns what the server said
   * @throws {MailFault}
   */
  send(mail: ComposedMail, beforeContent: () => Promise<void>): Promise<string>
  close(): void
}

/**
 * How long the mail server may take, in milliseconds: until the connection stands, for its greeting, TLS and sign-in
 * together, until it is ready for the content, and for silence from then on.
 */
export type SmtpDeadlines = { connection: number; opening: number; envelope: number; content: number }

const MINUTE_MS = 60_000

/** As RFC 5321 says (4.5.3.2): 5 minutes for the greeting, 5 + 5 + 2 for MAIL, RCPT and DATA, 10 after the final dot. */
const SMTP_DEADLINES: SmtpDeadlines = {
  connection: 30_000,
  opening: 5 * MINUTE_MS,
  envelope: 12 * MINUTE_MS,
  content: 10 * MINUTE_MS,
}

/**
 * Connects and signs in.
 * @throws {MailFault} with the outcome `later`: whatever is wrong, no message was refused
 */
export async function openSmtpSession(
  settings: MailSettings,
  deadlines: SmtpDeadlines = SMTP_DEADLINES,
): Promise<SmtpSession> {
  const connection = new SMTPConnection({
    host: settings.host,
    port: settings.port,
    secure: settings.isTlsAtOnce,
    requireTLS: settings.requiresTls && !settings.isTlsAtOnce,
    ignoreTLS: !settings.usesTls,
    tls: { rejectUnauthorized: settings.checksCertificate },
    connectionTimeout: deadlines.connection,
    greetingTimeout: deadlines.opening,
    dnsTimeout: deadlines.connection,
    // Everything else has its own deadline; a socket on which bytes move is not silent.
    socketTimeout: deadlines.content,
    maxResponseSize: 64 * 1024,
    allowInternalNetworkInterfaces: true,
  })
  // Between two steps nothing else listens; the next step then finds the connection closed.
  connection.on('error', () => undefined)
  const step = <Result>(exchange: Pick<Exchange<Result>, 'deadlineMs' | 'stage' | 'begin'>) =>
    take<Result>({ connection, settings, silenceMs: deadlines.content, ...exchange })
  const opening = { deadlineMs: deadlines.opening, stage: () => 'opening' as const }
  await step({ ...opening, begin: (done) => connection.connect(done) })
  const { credentials } = settings
  if (credentials) {
    const auth = { credentials: { user: credentials.user, pass: credentials.password } }
    await step({ ...opening, begin: (done) => connection.login(auth, done) })
  }

  return {
    send: async ({ from, to, content }, beforeContent) => {
      let stage: SmtpStage = 'envelope'
      const begin: Exchange<{ response: string }>['begin'] = (done, endDeadline) => {
        const body = Readable.from(
          (async function* () {
            await beforeContent()
            stage = 'content'
            // From here on only silence counts: a large message over a slow line takes its time.
            endDeadline()
            yield content
          })(),
        )
        connection.send({ from, to: [to], size: content.length, use8BitMime: false }, body, done)
      }
      const sent = await step({ deadlineMs: deadlines.envelope, stage: () => stage, begin })
      return sent?.response ?? ''
    },
    close: () => connection.quit(),
  }
}

type Exchange<Result> = {
  connection: SMTPConnection
  settings: MailSettings
  /** After which a connection on which nothing moves has failed. */
  silenceMs: number
  deadlineMs: number
  /** How far it has come when it fails. */
  stage(): SmtpStage
  /** @param endDeadline ends the deadline, from when on only the silence of the connection counts */
  begin(done: (error?: Error | null, result?: Result) => void, endDeadline: () => void): void
}

/** One step with its own deadline. A connection that has failed is closed. */
async function take<Result>({ connection, settings, silenceMs, deadlineMs, stage, begin }: Exchange<Result>) {
  let stop: (() => void) | undefined
  try {
    return await new Promise<Result | undefined>((resolve, reject) => {
      const fail = (error: Error) => reject(error)
      const timer = setTimeout(() => fail(new Error(noResponse(deadlineMs))), deadlineMs)
      connection.on('error', fail)
      const ended = () => fail(new Error('the server closed the connection'))
      connection.once('end', ended)
      stop = () => {
        clearTimeout(timer)
        connection.off('end', ended)
        connection.off('error', fail)
      }
      begin(
        (error, result) => (error ? fail(error) : resolve(result)),
        () => clearTimeout(timer),
      )
    })
  } catch (error) {
    const fault = error as SmtpError
    if (!fault.responseCode) connection.close()
    // As the library says it of a silent socket.
    if (fault.code === 'ETIMEDOUT' && fault.message === 'Timeout') fault.message = noResponse(silenceMs)
    throw readFault(fault, { settings, stage: stage() })
  } finally {
    stop?.()
  }
}

function noResponse(withinMs: number): string {
  return `no response within ${withinMs / 1000} s`
}
