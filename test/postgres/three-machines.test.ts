import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { API } from '../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'
import { jobBody } from '../factories.ts'
import { type Attempt, newAttempt, sendOnce } from '../smtp/unsure-sender.ts'
import { expectEverythingOnce } from './everything-once.ts'
import { endLeases, pauseInTheMiddle, stillHeld } from './held-tasks.ts'
import { type Machines, startMachines } from './machines.ts'

/** How often everything goes wrong once: in every run of the tests one time, `ROUNDS=5` where there is time. */
const ROUNDS = Number(process.env.ROUNDS ?? 1)
/** How long a process is paused at least. In milliseconds. */
const PAUSE_MS = 1000 * Number(process.env.PAUSE_SECONDS ?? (ROUNDS > 1 ? 30 : 0))
/** Longer than a lease: nothing has to be done for the others to take the tasks of a paused process. In milliseconds. */
const LEASE_OVER_MS = 65_000
const MACHINES = 3
/** Where in a copy a process is paused: a round each. */
const HELD_OPERATIONS = ['generateIds', 'chunk', 'start', 'get'] as const
const SENDERS = ROUNDS > 1 ? 6 : 4
const SUBMISSIONS_PER_HOUR = 5
const SOON = { timeout: 60_000, interval: 50 }
/** Length of the window in which forms are counted, in milliseconds. */
const HOUR_MS = 3_600_000

let machines: Machines
let signedIn: { authorization: string }
/** Every form that was acknowledged, by the number of its application. */
const acknowledged = new Map<number, Attempt>()
/** How often each status was seen. */
const responses = new Map<number | 'none', number>()

beforeAll(async () => {
  const environment = { SUBMISSIONS_PER_HOUR: String(SUBMISSIONS_PER_HOUR) }
  machines = await startMachines({ count: MACHINES, environment })
}, 120_000)
afterAll(() => machines?.stop())

const json = (method: string, body: object) => ({
  method,
  headers: { 'content-type': 'application/json', ...signedIn },
  body: JSON.stringify(body),
})

test('of concurrent setups at all processes one wins, and a session is valid at all of them', async () => {
  const setups = [...machines.processes, ...machines.processes].map(({ url }) =>
    fetch(url + SIGN_IN_API.setupAdmin, { method: 'POST' }),
  )
  const setUp = await Promise.all(setups)
  expect(setUp.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403, 403, 403])
  const credentials = await setUp.find(({ status }) => status === 201)?.json()
  const login = await fetch(machines.url + API.login, json('POST', credentials))
  signedIn = { authorization: `Bearer ${((await login.json()) as { token: string }).token}` }
  for (const { url } of machines.processes) expect((await fetch(url + API.me, { headers: signedIn })).status).toBe(200)
})

test('the submission limit of a network counts all processes', async () => {
  await awayFromTheHour()
  const { address } = newAttempt()
  const forms = Array.from({ length: 4 * MACHINES }, () => ({ ...newAttempt(), address }))
  const sent = forms.map(async (attempt, index) => {
    const response = await sendOnce(String(machines.processes[index % MACHINES]?.url), attempt)
    if (response?.status === 201) acknowledged.set(response.id, attempt)
    return response?.status
  })
  const refusals = Array<number>(forms.length - SUBMISSIONS_PER_HOUR).fill(429)
  expect((await Promise.all(sent)).toSorted()).toEqual([...Array(SUBMISSIONS_PER_HOUR).fill(201), ...refusals])
})

/** Forms are counted by the hour, and those of one test all in the same one. */
async function awayFromTheHour(): Promise<void> {
  const left = HOUR_MS - (Date.now() % HOUR_MS)
  if (left < 20_000) await wait(left)
}

test(`${ROUNDS} rounds of a kill, a crash of PostgreSQL and a paused process lose and double nothing`, {
  timeout: 1_200_000,
}, async () => {
  const job = await createPosting()
  let isOver = false
  const send = async () => {
    while (!isOver) await sendUntilAcknowledged(machines.url)
  }
  const senders = Promise.all(Array.from({ length: SENDERS }, send))
  // Awaited below; until then a rejection must not count as unhandled.
  senders.catch(() => undefined)
  let taken = 0
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      await killAndCrash(job, `Round ${round}, after the crash`)
      taken += await pauseOne(job, round)
    }
  } finally {
    isOver = true
  }
  await senders
  await settle()
  await report(taken)
  await expectEverythingOnce(machines, acknowledged)
  for (const { url } of machines.processes) {
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect((await fetch(url + API.me, { headers: signedIn })).status).toBe(200)
  }
})

/** Sends one form until it is acknowledged, as a browser and its applicant do. */
async function sendUntilAcknowledged(url: string): Promise<void> {
  const attempt = newAttempt()
  const end = performance.now() + SOON.timeout + PAUSE_MS
  for (;;) {
    const response = await sendOnce(url, attempt)
    const status = response?.status ?? 'none'
    responses.set(status, (responses.get(status) ?? 0) + 1)
    if (response?.status === 201) return noteAcknowledged(response.id, attempt)
    expect(['none', 502, 503, 504]).toContain(status)
    if (performance.now() > end) throw new Error('a form was refused all the time')
    await wait(100 * Math.random())
  }
}

function noteAcknowledged(id: number, attempt: Attempt): void {
  expect(acknowledged.has(id)).toBe(false)
  acknowledged.set(id, attempt)
}

/** Waits until forms are taken, whatever has gone wrong. */
async function progress(): Promise<void> {
  const before = acknowledged.size
  await vi.waitUntil(() => acknowledged.size >= before + 3, SOON)
}

/** A process is killed; while its successor starts, PostgreSQL crashes and comes back, and a posting is changed at once. */
async function killAndCrash(job: number, title: string): Promise<void> {
  await progress()
  const victim = randomInt(MACHINES)
  await machines.processes[victim]?.end('SIGKILL')
  await progress()
  await machines.postgres.stopImmediately()
  const restarted = machines.restart(victim)
  // Long enough for the processes to try again less often: the change finds them not listening yet.
  await wait(1_500 + 500 * Math.random())
  await machines.postgres.start()
  await everyProcessShows(job, title, victim)
  await restarted
  await processShows(victim, title)
  await progress()
}

/**
 * A process is paused while it works on tasks; others do them, and then it continues.
 * @returns how many tasks it held
 */
async function pauseOne(job: number, round: number): Promise<number> {
  const title = `Round ${round}, during the pause`
  const machine = randomInt(MACHINES)
  const held = await pauseInTheMiddle(
    machines,
    machine,
    HELD_OPERATIONS[(round - 1) % HELD_OPERATIONS.length] ?? 'start',
  )
  const begun = performance.now()
  expect(held.length).toBeGreaterThan(0)
  if (PAUSE_MS < LEASE_OVER_MS) await endLeases(machines.db)
  await vi.waitFor(async () => expect(await stillHeld(machines.db, held)).toEqual([]), {
    ...SOON,
    timeout: 2 * LEASE_OVER_MS,
  })
  await everyProcessShows(job, title, machine)
  await progress()
  await wait(Math.max(0, PAUSE_MS - (performance.now() - begun)))
  machines.processes[machine]?.process.kill('SIGCONT')
  await progress()
  await processShows(machine, title)
  return held.length
}

async function createPosting(): Promise<number> {
  const response = await fetch(machines.url + ADMIN_API.adminJobs, json('POST', jobBody()))
  return ((await response.json()) as { id: number }).id
}

/** Changes the posting at one process and waits until all show it but one that is not there. */
async function everyProcessShows(job: number, title: string, absent: number): Promise<void> {
  const awake = [...machines.processes.keys()].filter((machine) => machine !== absent)
  const changer = machines.processes[awake[randomInt(awake.length)] ?? 0]
  await vi.waitFor(async () => {
    const response = await fetch(`${changer?.url}${ADMIN_API.adminJobs}/${job}`, json('PATCH', { title }))
    expect(response.status).toBe(200)
  }, SOON)
  await Promise.all(awake.map((machine) => processShows(machine, title)))
}

async function processShows(machine: number, title: string): Promise<void> {
  await vi.waitFor(async () => {
    const response = await fetch(machines.processes[machine]?.url + API.jobs)
    expect(((await response.json()) as { title: string }[]).map((posting) => posting.title)).toEqual([title])
  }, SOON)
}

/** Waits until only the next check is left to do. */
async function settle(): Promise<void> {
  await endLeases(machines.db)
  // A form wakes the process that takes it.
  await Promise.all(machines.processes.map(({ url }) => sendUntilAcknowledged(url)))
  await vi.waitFor(
    async () => {
      const tasks = await machines.db.selectFrom('outbox_tasks').select('kind').execute()
      expect(tasks).toEqual([{ kind: 'check-resumes' }])
    },
    { ...SOON, timeout: 120_000 },
  )
}

async function report(taken: number): Promise<void> {
  const seen = (status: number | 'none') => responses.get(status) ?? 0
  const sentAgain = seen(502) + seen(503) + seen(504) + seen('none')
  const applications = await machines.db.selectFrom('applications').select('id').execute()
  console.log(
    `${ROUNDS} kills, crashes of PostgreSQL and pauses each: ${acknowledged.size} acknowledged, ` +
      `${applications.length} stored, ${sentAgain} sent again ` +
      `(502: ${seen(502)}, 503: ${seen(503)}, 504: ${seen(504)}, none: ${seen('none')}), ` +
      `${taken} tasks taken from a paused process, ${machines.google.requests('start')} uploads begun, ` +
      `${machines.google.files().length} files in the drive, ${(await machines.keysInBucket()).length} in the bucket`,
  )
}
