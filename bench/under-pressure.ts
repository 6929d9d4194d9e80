import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runServer } from '../test/run-server.ts'
import { openSlowSenders } from '../test/slow-senders.ts'
import { print } from './print.ts'

const SENDERS = 200
const SIGN_INS = 300
const READERS = 8
const READ_MS = 4_000
const LIMIT_MS = 200
const PATH = '/api/jobs?active=true'

/** How long readers wait while others do their worst: many uploads that hang, many sign-ins at once. */
export async function printUnderPressure(folder: string): Promise<void> {
  const server = await runServer({
    DATA_DIR: join(folder, 'under-pressure'),
    SUBMISSIONS_PER_HOUR: '0',
    LOG_LEVEL: 'silent',
  })
  await fetch(`${server.url}/api/auth/setup-admin`, { method: 'POST' })
  await readWhile(server.url, wait(1_000))
  const alone = await readWhile(server.url, wait(READ_MS))

  const senders = await openSlowSenders(server.url, SENDERS)
  const besideSenders = await readWhile(server.url, wait(READ_MS))
  senders.stop()
  const signIns = signInAtOnce(server.url)
  const besideSignIns = await readWhile(server.url, signIns)
  await server.end('SIGTERM')

  console.log(`GET ${PATH}, ${READERS} readers: p99 ${percentile(alone, 0.99).toFixed(1)} ms alone`)
  printPercentile(`p99 beside ${SENDERS} uploads that hang`, besideSenders)
  printPercentile(`p99 beside ${SIGN_INS} sign-ins at once`, besideSignIns)
  console.log(`  the sign-ins were answered with ${await signIns}`)
}

/** How long each read took until something else is over, in milliseconds. */
async function readWhile(url: string, other: Promise<unknown>): Promise<number[]> {
  let isOver = false
  const ending = other.then(() => {
    isOver = true
  })
  const times: number[] = []
  const read = async () => {
    while (!isOver) {
      const begun = performance.now()
      const answer = await fetch(url + PATH)
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${PATH}: ${answer.status}`)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all([ending, ...Array.from({ length: READERS }, read)])
  return times
}

/** @returns how often each status was answered, in words */
async function signInAtOnce(url: string): Promise<string> {
  const body = JSON.stringify({ username: 'admin', password: 'not the password' })
  const headers = { 'content-type': 'application/json' }
  const answers = await Promise.all(
    Array.from({ length: SIGN_INS }, () => fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })),
  )
  const counts = Map.groupBy(answers, ({ status }) => status)
  return [...counts].map(([status, { length }]) => `${length} x ${status}`).join(', ')
}

function printPercentile(what: string, times: number[]): void {
  const p99 = percentile(times, 0.99)
  print(what, `${p99.toFixed(1)} ms of ${times.length} reads`, `under ${LIMIT_MS} ms`, p99 < LIMIT_MS)
}

function percentile(times: number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN
}
