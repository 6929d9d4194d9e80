import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BODY_LIMIT } from '../../server/platform/http/connections/body-limits.ts'
import { isOpenToAll } from '../../test/security/operations.ts'
import type { Bench } from '../bench.ts'
import { print, printDetail } from '../figures/print.ts'
import { inputsOf, type RouteInputs, UNKNOWN_ADDRESSES } from './inputs.ts'
import { type Input, oddBodies, oddHeads } from './odd-requests.ts'
import type { FoundRoute } from './probe.ts'
import type { ProbedProgram } from './probed.ts'
import { addressOf, send } from './send.ts'
import { startSiteWithTokens } from './site-with-tokens.ts'

const JOBS = 5_000
const AIM_MS = 30
const BUILT = resolve(import.meta.dirname, '../../dist/site')
const WARM_UP = 2
/** One network sends the dearest input so often, or for so long, in milliseconds, or until it is refused. */
const FROM_ONE = { most: 100, ms: 3_000 }
const IDLE_LOOKS = 25
/** Looks without work after which nothing is left of a request: tasks of what was stored begin a second later. */
const QUIET_LOOKS = { usual: 1, stored: 40 }

type Cost = { what: string; mainMs: number; coreMs: number; blockMs: number; statuses: string }
type Measuring = { program: ProbedProgram; times: number; idle: { main: number; core: number } }

/** Requests so far: each is a number of its own, and the first of them come from networks of their own. */
let sent = 0
const nextNumber = () => {
  sent += 1
  return sent
}

/**
 * Sends every route that needs no sign-in the dearest input that is known for it, and measures what one such request
 * costs. The routes are those that the program registers, so a new one without an entry ends the section.
 * `ANONYMOUS_ONLY` takes the routes whose name contains it; those that need a sign-in are `guarded`.
 */
export async function printAnonymousCosts({ folder, rounds }: Bench): Promise<void> {
  await using used = new AsyncDisposableStack()
  const site = await startSiteWithTokens(folder, JOBS, used)
  const { program } = site
  const measuring = { program, times: rounds * 2, idle: await measureIdle(program) }
  const { routes } = await program.probe()
  const known = inputsOf(site)
  const isTaken = (name: string) => name.includes(process.env.ANONYMOUS_ONLY ?? '')
  for (const { name, path, further } of anonymousRoutes(routes, known)) {
    if (!isTaken(name)) continue
    const heads = name.startsWith('POST') ? [] : oddHeads(path)
    await printDearest(measuring, name, path, [...heads, ...further])
  }
  const unknown = 'GET of an address that no route has'
  if (isTaken(unknown)) await printDearest(measuring, unknown, '/nowhere', UNKNOWN_ADDRESSES)
  if (isTaken('guarded')) await printGuarded(measuring, routes)
}

/** @throws with what is missing: a route without an entry, or an entry without a route */
function anonymousRoutes(routes: FoundRoute[], known: Record<string, RouteInputs>) {
  const names = new Set(
    routes.filter(({ name, security }) => isOpenToAll(security) && !name.startsWith('HEAD ')).map(({ name }) => name),
  )
  const missing = [...names].filter((name) => !Object.hasOwn(known, name) && !isBuiltFile(name))
  const left = Object.keys(known).filter((name) => !names.has(name))
  if (missing.length + left.length > 0) {
    throw new Error(
      `Routes without an entry: ${missing.join(', ') || 'none'}; entries without a route: ${left.join(', ') || 'none'}.`,
    )
  }
  return [...names].map((name) => ({ name, ...(known[name] ?? { path: name.slice('GET '.length), further: [] }) }))
}

/** A file of the build is sent as it is. */
function isBuiltFile(name: string): boolean {
  return name.startsWith('GET /') && existsSync(join(BUILT, name.slice('GET '.length)))
}

async function printDearest(measuring: Measuring, name: string, path: string, inputs: Input[]): Promise<void> {
  const method = name.split(' ', 1)[0] ?? ''
  const costs: { cost: Cost; input: Input }[] = []
  for (const input of inputs) {
    const cost = await measureFairly(measuring, method, path, input)
    if (cost.mainMs > AIM_MS) printDetail(`${cost.mainMs.toFixed(1)} ms: ${name} with ${input.what} (${cost.statuses})`)
    costs.push({ cost, input })
  }
  const [dearest] = costs.toSorted((one, other) => other.cost.mainMs - one.cost.mainMs)
  const [longest] = costs.toSorted((one, other) => other.cost.coreMs - one.cost.coreMs)
  if (!dearest || !longest) throw new Error(`There is no input for ${name}.`)
  const limit = await limitOf(measuring.program, method, path, dearest.input)
  const { what, coreMs } = longest.cost
  printCost(
    name,
    dearest.cost,
    longest === dearest ? limit : `${limit}; most of a core: ${coreMs.toFixed(1)} ms with ${what}`,
  )
}

function printCost(name: string, { what, mainMs, coreMs, blockMs, statuses }: Cost, remarks: string): void {
  const figures = `${mainMs.toFixed(1)} ms of the main thread, ${coreMs.toFixed(1)} ms of a core`
  const measured = `${figures}, longest block ${blockMs.toFixed(0)} ms; statuses ${statuses}; ${remarks}`
  print(`\`${name}\` with ${what}, ${JOBS} jobs`, measured, `at most ${AIM_MS} ms`, mainMs <= AIM_MS)
}

/** What the program does by itself from time to time may fall into a measurement: one over the aim is taken again. */
async function measureFairly(measuring: Measuring, method: string, path: string, input: Input): Promise<Cost> {
  const first = await measure(measuring, method, path, input)
  if (first.mainMs <= AIM_MS) return first
  const second = await measure(measuring, method, path, input)
  return second.mainMs < first.mainMs ? second : first
}

/** What one request costs, with everything that it causes in the background, each from a network of its own. */
async function measure({ program, times, idle }: Measuring, method: string, path: string, input: Input): Promise<Cost> {
  const count = input.times ?? times
  const statuses = new Set<number>()
  const sendOne = async () => {
    const number = nextNumber()
    return send(program.url, { method, path, ...input.request(number) }, addressOf(number))
  }
  if (input.times === undefined) for (let index = 0; index < WARM_UP; index += 1) await sendOne()
  const before = await program.atRest()
  const begun = performance.now()
  for (let index = 0; index < count; index += 1) statuses.add(await sendOne())
  const isStored = method === 'POST' && [...statuses].some((status) => status >= 200 && status < 400)
  const after = await program.atRest(isStored ? QUIET_LOOKS.stored : QUIET_LOOKS.usual)
  const elapsed = performance.now() - begun
  return {
    what: input.what,
    mainMs: Math.max(0, after.mainMs - before.mainMs - elapsed * idle.main) / count,
    coreMs: Math.max(0, after.coreMs - before.coreMs - elapsed * idle.core) / count,
    blockMs: after.blockMs,
    statuses: [...statuses].map((status) => status || 'closed').join(', '),
  }
}

/** Whether one network can go on with an input. */
async function limitOf(program: ProbedProgram, method: string, path: string, input: Input): Promise<string> {
  const begun = performance.now()
  const from = addressOf(nextNumber())
  let count = 0
  while (count < (input.times ?? FROM_ONE.most) && performance.now() - begun < FROM_ONE.ms) {
    const status = await send(program.url, { method, path, ...input.request(nextNumber()) }, from)
    if (status === 429 || status === 503) return `${status} after ${count} from one network`
    count += 1
  }
  await program.atRest(method === 'POST' ? QUIET_LOOKS.stored : QUIET_LOOKS.usual)
  return `not limited within ${count} from one network`
}

/** Every other route refuses at once, whatever it is sent. */
async function printGuarded(measuring: Measuring, routes: FoundRoute[]): Promise<void> {
  const guarded = routes.filter(({ name, security }) => !isOpenToAll(security) && !name.startsWith('HEAD '))
  const bearer = { authorization: `Bearer ${'x'.repeat(8_000)}` }
  const inputs = [
    { what: 'a long token', request: () => ({ headers: bearer }) },
    ...oddBodies(() => ({}), bearer, BODY_LIMIT.admin).slice(1, 3),
  ]
  let dearest: { name: string; cost: Cost } | undefined
  for (const { name } of guarded) {
    const [method = '', url = ''] = name.split(' ')
    for (const input of method === 'GET' ? inputs.slice(0, 1) : inputs) {
      const cost = await measure(measuring, method, url.replace(/:\w+/, '1'), input)
      if (!dearest || cost.mainMs > dearest.cost.mainMs) dearest = { name, cost }
    }
  }
  if (dearest)
    printCost(`${dearest.name}, the dearest of ${guarded.length} that need a sign-in,`, dearest.cost, 'refused at once')
}

/** What the program uses by itself, as a share of a core. */
async function measureIdle(program: ProbedProgram): Promise<Measuring['idle']> {
  const before = await program.atRest()
  const begun = performance.now()
  for (let look = 0; look < IDLE_LOOKS; look += 1) await program.atRest()
  const after = await program.probe()
  const elapsed = performance.now() - begun
  return { main: (after.mainMs - before.mainMs) / elapsed, core: (after.coreMs - before.coreMs) / elapsed }
}
