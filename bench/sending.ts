import { ACTIVE_JOBS } from '../contract/wire/paths.ts'
import { queueMail } from '../test/smtp/queue-mail.ts'
import { startSmtpServer } from '../test/smtp/smtp-kit.ts'
import type { Bench } from './bench.ts'
import { measureLoad } from './figures/load.ts'
import { print, printDetail } from './figures/print.ts'
import { percentile } from './figures/rounds.ts'
import { getRequest } from './site/connection.ts'
import { ENGINES, type Engine, emptyDatabases } from './site/installations.ts'
import { startProgram } from './site/program.ts'

const MESSAGES = 1_000
/** The usual rate, of which a part is measured, and one at which all messages leave in two minutes. */
const USUAL_PER_MINUTE = 20
const FAST_PER_MINUTE = 500
const READERS = 8
/** Messages are due this long after they were queued, so that the readers can be measured alone before. */
const DUE_MS = 40_000
/** The readers look this often how many messages have left. */
const SLICE_SECONDS = 1
const WARM_SLICES = 5
const MINUTE_SLICES = 60
const AIM = 2

/** Measures what sending messages takes away from visitors, and whether they leave at the rate that is set. */
export async function printMessages({ folder }: Bench): Promise<void> {
  for (const engine of ENGINES) {
    const usual = await readWhileSent(folder, engine, USUAL_PER_MINUTE, MINUTE_SLICES)
    const [alone, beside] = [percentile(usual.alone, 0.99), percentile(usual.beside, 0.99)]
    const measured = `${(beside / alone).toFixed(2)} times (${beside.toFixed(1)} ms against ${alone.toFixed(1)} ms)`
    const what = `${engine}, p99 of \`GET ${ACTIVE_JOBS}\` while ${MESSAGES} queued messages leave at ${USUAL_PER_MINUTE} a minute`
    print(what, measured, `under ${AIM} times`, beside / alone < AIM)
    printDetail(`${sum(usual.arrivals)} left in the first minute`)

    const fast = await readWhileSent(folder, engine, FAST_PER_MINUTE)
    const most = Math.max(
      ...fast.arrivals.map((_, start) => sum(fast.arrivals.slice(start, start + MINUTE_SLICES - 2))),
    )
    const rate = `at most ${most} in ${MINUTE_SLICES - 2} s, all ${fast.different} after ${fast.arrivals.length} s`
    const isOnTime = most <= FAST_PER_MINUTE && fast.different === MESSAGES && fast.arrivals.length < 150
    print(`${engine}, ${MESSAGES} messages at ${FAST_PER_MINUTE} a minute`, rate, 'each once, within 150 s', isOnTime)
    printDetail(`p99 of readers meanwhile: ${percentile(fast.beside, 0.99).toFixed(1)} ms`)
  }
}

/**
 * Reads until all messages have arrived, or for so many seconds after the first.
 * @returns the times of reads before the first arrival and after it, and how many arrived in each second
 */
async function readWhileSent(folder: string, engine: Engine, perMinute: number, slices = Number.POSITIVE_INFINITY) {
  await using used = new AsyncDisposableStack()
  const smtp = used.adopt(await startSmtpServer(), (server) => server.stop())
  const { environment, use } = await emptyDatabases[engine](folder)
  await use(async (db) => void (await queueMail(db, MESSAGES, DUE_MS)))
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'careers@example.com', MAIL_PER_MINUTE: String(perMinute) }
  const { url, pid } = used.use(await startProgram({ ...environment, ...mail }))
  const load = { urls: [url], request: getRequest(ACTIVE_JOBS), status: 200, connections: READERS }
  const { received } = smtp
  const read = { alone: [] as number[], beside: [] as number[], arrivals: [] as number[], different: 0 }
  for (let slice = 0; received.length < MESSAGES && read.arrivals.length < slices; slice += 1) {
    const before = received.length
    const { times } = await measureLoad({ ...load, seconds: SLICE_SECONDS }, [pid])
    if (received.length > 0) {
      read.beside.push(...times)
      read.arrivals.push(received.length - before)
    } else if (slice >= WARM_SLICES) read.alone.push(...times)
  }
  return { ...read, different: new Set(received.map(({ mail }) => mail.messageId)).size }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
