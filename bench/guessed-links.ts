import { randomBytes } from 'node:crypto'
import { ACTIVE_JOBS, API, APPLICATION_TOKEN_HEADER } from '../contract/wire/paths.ts'
import type { Bench } from './bench.ts'
import { measureLoad } from './figures/load.ts'
import { print, printDetail } from './figures/print.ts'
import { median, percentile, takeInTurn } from './figures/rounds.ts'
import { getRequest, openConnection } from './site/connection.ts'
import { ENGINES, installationWith, startInstallation } from './site/installations.ts'

const READERS = 32
const READ_AIM = 2
const GUESSES = 10_000
/** A 99th percentile needs longer than a plain rate. */
const TIMES_LONGER = 2

/** Measures what a program that guesses tokens of private links, one after the other, takes away from visitors. */
export async function printPrivateLinks(bench: Bench): Promise<void> {
  for (const engine of ENGINES) {
    await using site = await startInstallation(await installationWith(bench.folder, engine, bench.sizes.few))
    const request = getRequest(ACTIVE_JOBS)
    const load = { urls: [site.url], request, status: 200, connections: READERS, seconds: bench.seconds * TIMES_LONGER }
    const p99 = async () => percentile((await measureLoad(load, [site.pid])).times, 0.99)
    let guesses = 0
    const p99Beside = async () => {
      await using guessing = await startGuessing(site.url)
      const measured = await p99()
      guesses += guessing.count()
      return measured
    }
    const p99s = await takeInTurn(bench.rounds, { alone: p99, beside: p99Beside })
    const [alone, beside] = [median(p99s.alone), median(p99s.beside)]
    const what = `${engine}, p99 of \`GET ${ACTIVE_JOBS}\` while a program guesses tokens of private links`
    const measured = `${(beside / alone).toFixed(2)} times (${beside.toFixed(1)} ms against ${alone.toFixed(1)} ms)`
    print(what, measured, `at most ${READ_AIM} times`, beside / alone <= READ_AIM)
    printDetail(`${guesses} of at most ${GUESSES * bench.rounds} guesses sent meanwhile`)
  }
}

/** Sends guesses over one connection, each when the response to the one before is there. */
async function startGuessing(url: string) {
  const connection = await openConnection(url)
  let isOver = false
  let count = 0
  const guess = async () => {
    while (!isOver && count < GUESSES) {
      const headers = { [APPLICATION_TOKEN_HEADER]: randomBytes(32).toString('base64url') }
      const { status } = await connection.send(getRequest(API.myApplication, headers))
      if (status !== 404) throw new Error(`a guess got status ${status}`)
      count += 1
    }
  }
  const guessing = guess()
  return {
    count: () => count,
    [Symbol.asyncDispose]: async () => {
      isOver = true
      await guessing
      connection.close()
    },
  }
}
