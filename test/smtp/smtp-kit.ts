import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server'
import type { MailSettings } from '../../server/platform/mail/mail-settings.ts'

/** A message that the mail server has taken. */
export type ReceivedMail = { envelopeTo: string[]; source: string; mail: Email }

/** What the server does with the next message; `take` unless said otherwise. */
export type Behaviour =
  | { name: 'take' }
  /** Takes the content, and says so only this much later, in milliseconds. */
  | { name: 'slow'; ms: number }
  /** Refuses the sender, the recipient, or the content, with a response; the content only this much later, in milliseconds. */
  | { name: 'refuse'; at: 'sender' | 'recipient' | 'content'; code: number; text: string; ms?: number }
  /** Cuts the connection before or after it has taken the content. */
  | { name: 'cut'; at: 'recipient' | 'content' | 'response' }
  /** Says nothing more, and in the middle of the content reads nothing more; released, it cuts the connection. */
  | { name: 'hang'; at: 'recipient' | 'middle' | 'content' }
  /** Says nothing more; released, it refuses with a code, the recipient as unknown, or goes on as if nothing had been. */
  | { name: 'hold'; at: 'recipient' | 'content'; code?: number }

/** A real SMTP server on a free port. */
export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>

/** A signed-in user of the server. */
export const SMTP_USER = { user: 'careers', password: 'pass/word @ 1' }

/**
 * Starts a mail server whose behaviour a test sets.
 * @param options.requiresSignIn whether it takes messages only from {@link SMTP_USER}
 */
export async function startSmtpServer({
  requiresSignIn = false,
  ...options
}: SMTPServerOptions & { requiresSignIn?: boolean } = {}) {
  const received: ReceivedMail[] = []
  const planned: Behaviour[] = []
  let usual: Behaviour = { name: 'take' }
  let current: Behaviour = usual
  const held: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: !requiresSignIn,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    logger: false,
    ...options,
    onAuth: ({ username, password }, _session, done) => {
      const isKnown = username === SMTP_USER.user && password === SMTP_USER.password
      done(isKnown ? null : refusal(535, 'Wrong user or password'), isKnown ? { user: username } : undefined)
    },
    onMailFrom: (_address, _session, done) => {
      current = planned.shift() ?? usual
      if (current.name === 'refuse' && current.at === 'sender') return done(refusal(current.code, current.text))
      done()
    },
    onRcptTo: (_address, session, done) => {
      if (current.name === 'take' || current.name === 'slow' || current.at !== 'recipient') return done()
      if (current.name === 'refuse') return done(refusal(current.code, current.text))
      if (current.name === 'cut') cut(session.id)
      if (current.name === 'hang') held.push(() => cut(session.id))
      if (current.name === 'hold') held.push(() => done(refusalOfHeld(current)))
    },
    onData: (stream, session, done) => {
      // A client that goes in the middle of a message is expected.
      take(
        stream,
        session.id,
        session.envelope.rcptTo.map(({ address }) => address),
        (...response) => setTimeout(() => done(...response), 'ms' in current ? current.ms : 0),
      ).catch(() => undefined)
    },
  })
  // A client that vanishes is no fault of the test.
  server.on('error', () => undefined)

  const take = async (
    stream: SMTPServerDataStream,
    session: string,
    envelopeTo: string[],
    done: (error?: Error | null, message?: string) => void,
  ) => {
    const behaviour = current
    const fault = faultOf(behaviour)
    const cutLater = () => void held.push(() => cut(session))
    if (fault === 'cut at content') return void stream.once('data', () => cut(session))
    if (fault === 'hang at middle') return void stream.pause().once('readable', cutLater)
    const source = (await buffer(stream)).toString()
    if (fault === 'hang at content') return cutLater()
    const refused = refusalOfContent(behaviour)
    if (!refused) received.push({ envelopeTo, source, mail: await PostalMime.parse(source) })
    if (fault === 'cut at response') return cut(session)
    const respond = () => done(refused, 'Queued')
    if (fault === 'hold at content') return void held.push(respond)
    respond()
  }
  const cut = (session: string) => {
    for (const connection of server.connections) {
      if (connection.id === session) connection._socket.destroy()
    }
  }
  const until = async (isSo: () => boolean, otherwise: () => string) => {
    const deadline = Date.now() + 30_000
    while (!isSo()) {
      if (Date.now() > deadline) throw new Error(otherwise())
      await wait(10)
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo

  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** What it does with the next messages, one after the other. */
    plan: (...behaviours: Behaviour[]) => planned.push(...behaviours),
    /** What it does with every message that has no plan. */
    behave: (behaviour: Behaviour) => {
      usual = behaviour
    },
    /** Waits until it has taken so many messages. */
    untilReceived: (count: number) =>
      until(
        () => received.length >= count,
        () => `${received.length} of ${count} messages arrived`,
      ),
    /** Waits until it hangs, or holds a message. */
    untilHeld: () =>
      until(
        () => held.length > 0,
        () => 'no message was held',
      ),
    /** Whether it hangs, or holds a message. */
    isHolding: () => held.length > 0,
    /** Ends what hangs, and goes on with what it holds. */
    release: () => {
      for (const goOn of held.splice(0)) goOn()
    },
    settings: (): MailSettings => ({
      host: '127.0.0.1',
      port,
      isTlsAtOnce: false,
      requiresTls: false,
      usesTls: true,
      checksCertificate: false,
      credentials: requiresSignIn ? SMTP_USER : null,
      from: { name: 'Permian Controls', address: 'careers@example.com' },
      replyTo: null,
      perMinute: 1_000,
    }),
    stop: () =>
      new Promise<void>((resolve) => {
        for (const connection of server.connections) connection._socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function faultOf(behaviour: Behaviour) {
  return 'at' in behaviour ? (`${behaviour.name} at ${behaviour.at}` as const) : undefined
}

function refusalOfHeld(behaviour: Behaviour): Error | null {
  const code = behaviour.name === 'hold' ? behaviour.code : undefined
  return code === undefined ? null : refusal(code, '5.1.1 Released')
}

function refusalOfContent(behaviour: Behaviour): Error | undefined {
  if (!('code' in behaviour) || behaviour.code === undefined || behaviour.at !== 'content') return undefined
  return refusal(behaviour.code, 'text' in behaviour ? behaviour.text : 'Released')
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
