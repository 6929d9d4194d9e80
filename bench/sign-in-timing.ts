import { setUp, signIn } from '../test/security/sign-ins.ts'
import type { Bench } from './bench.ts'
import { print, printDetail } from './figures/print.ts'
import { median, takeInTurn } from './figures/rounds.ts'
import { makeDataFolder, startProgram } from './site/program.ts'

const REQUESTS = 60
/** Greatest distance of the ratio from 1. */
const AIM = 0.1
/** A busy machine can disturb one measurement; three in a row that differ are a fault. */
const ATTEMPTS = 3

/** Compares how long a refused sign-in takes for a username that exists and for one that does not, in turn. */
export async function printSignInTiming({ folder }: Bench): Promise<void> {
  // Each request comes from another address, so that none is refused for guessing.
  await using server = await startProgram({ DATA_DIR: await makeDataFolder(folder), TRUST_PROXY: '1' })
  let requests = 0
  const refusedIn = async (username: string) => {
    requests += 1
    const from = `198.51.${requests >> 8}.${requests & 255}`
    const begun = performance.now()
    const { status } = await signIn(server.url, { username, password: 'a wrong guess' }, from)
    if (status !== 401) throw new Error(`a sign-in got status ${status}`)
    return performance.now() - begun
  }
  const { username } = await setUp(server.url)
  let best = { known: 0, unknown: 0, ratio: Number.POSITIVE_INFINITY }
  for (let attempt = 0; attempt < ATTEMPTS && distance(best.ratio) > AIM; attempt += 1) {
    const times = await takeInTurn(REQUESTS, { known: () => refusedIn(username), unknown: () => refusedIn('nobody') })
    const [known, unknown] = [median(times.known), median(times.unknown)]
    if (distance(unknown / known) < distance(best.ratio)) best = { known, unknown, ratio: unknown / known }
  }
  const what = `refused sign-in with an unknown username, ${REQUESTS} requests each in turn`
  print(
    what,
    `${best.ratio.toFixed(2)} of one with a known username`,
    `within ${AIM} of 1`,
    distance(best.ratio) <= AIM,
  )
  printDetail(`${best.unknown.toFixed(1)} ms, known ${best.known.toFixed(1)} ms`)
}

function distance(ratio: number): number {
  return Math.abs(ratio - 1)
}
