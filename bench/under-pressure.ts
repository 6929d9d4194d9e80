import { setTimeout as wait } from 'node:timers/promises'
import { ACTIVE_JOBS } from '../contract/wire/paths.ts'
import { openSlowSenders } from '../test/requests/slow-senders.ts'
import { setUp } from '../test/security/sign-ins.ts'
import type { Bench } from './bench.ts'
import { print, printDetail } from './figures/print.ts'
import { percentile } from './figures/rounds.ts'
import { makeDataFolder, startProgram } from './site/program.ts'

const SENDERS = 200
const SIGN_INS = 300
const READERS = 8
const READ_MS = 4_000
const LIMIT_MS = 200

/** How long readers wait while others do their worst: many uploads that hang, many sign-ins at once. */
export async function printUnderPressure({ folder }: Bench): Promise<void> {
  await using server = await startProgram({ DATA_DIR: await makeDataFolder(folder), LOG_LEVEL: 'silent' })
  await setUp(server.url)
  await readWhile(server.url, wait(1_000))
  const alone = await readWhile(server.url, wait(READ_MS))

  const senders = await openSlowSenders(server.url, SENDERS)
  const besideSenders = await readWhile(server.url, wait(READ_MS))
  senders.stop()
  const signIns = signInAtOnce(server.url)
  const besideSignIns = await readWhile(server.url, signIns)

  const what = `\`GET ${ACTIVE_JOBS}\`, ${READERS} readers, beside`
  printPercentile(`${what} ${SENDERS} uploads that hang`, besideSenders)
  printPercentile(`${what} ${SIGN_INS} sign-ins at once`, besideSignIns)
  printDetail(`p99 ${percentile(alone, 0.99).toFixed(1)} ms with nothing else`)
  printDetail(`the sign-ins got ${await signIns}`)
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
      const response = await fetch(url + ACTIVE_JOBS)
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${ACTIVE_JOBS}: ${response.status}`)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all([ending, ...Array.from({ length: READERS }, read)])
  return times
}

/** @returns how often each status came, in words */
async function signInAtOnce(url: string): Promise<string> {
  const body = JSON.stringify({ username: 'admin', password: 'not the password' })
  const headers = { 'content-type': 'application/json' }
  const responses = await Promise.all(
    Array.from({ length: SIGN_INS }, () => fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })),
  )
  const counts = Map.groupBy(responses, ({ status }) => status)
  return [...counts].map(([status, { length }]) => `${length} x ${status}`).join(', ')
}

function printPercentile(what: string, times: number[]): void {
  const p99 = percentile(times, 0.99)
  print(what, `p99 ${p99.toFixed(1)} ms of ${times.length} reads`, `under ${LIMIT_MS} ms`, p99 < LIMIT_MS)
}
