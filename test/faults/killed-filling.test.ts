import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { FilledJob } from '../../contract/filling/filling.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import { insertAccount } from '../../server/features/accounts/account-queries.ts'
import { createSession } from '../../server/features/accounts/session-queries.ts'
import { insertJob } from '../../server/features/jobs/job-queries.ts'
import { newJobRow } from '../../server/features/jobs/job-rules.ts'
import type { Db } from '../../server/platform/database/tables.ts'
import { insertApplicants, jobBody } from '../factories.ts'
import type { ServerProcess } from '../run-server.ts'
import { endLeases, MAIL_TASKS, prepareMailFaults } from '../smtp/mail-faults.ts'

/** How often the program is killed while it fills, and while it undoes: few in every run of the tests. */
const KILLS = Number(process.env.KILLS ?? 3)
const REJECTED = 120

const ADDRESSES = Array.from({ length: REJECTED }, (_, index) => `applicant-${index}@example.com`)
const OPEN = { status: 'active', people: { interview: 1, pending: REJECTED }, mails: 0, changes: 0 }
const FILLED = { status: 'filled', people: { hired: 1, rejected: REJECTED }, mails: REJECTED, changes: 1 }

const { smtp, start, withDatabase } = prepareMailFaults()

test(`${KILLS} kills during a filling of ${REJECTED} people, and as many during its undo: each is done as a whole or not at all, and then everyone gets one mail`, {
  timeout: 600_000,
}, async () => {
  const { authorization, jobId, filling } = await withDatabase(prepare)
  const call = async <Body>(server: ServerProcess, path: string, body: object = {}) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Body }
  }
  const fill = (server: ServerProcess) => call<FilledJob>(server, pathTo(ADMIN_API.fillJob, jobId), filling)
  const undo = (server: ServerProcess, changeId: number) =>
    call(server, pathTo(ADMIN_API.undoApplicationChange, changeId))
  const isWhole = async () => {
    const state = await withDatabase((db) => readState(db, jobId))
    expect([OPEN, FILLED]).toContainEqual(state)
    return state
  }

  // In processes of their own, as in the rounds: the first request of one takes longest.
  const first = await start()
  const fillMs = await timeOf(async () => expect((await fill(first)).status).toBe(200))
  const { changeId } = (await fill(first)).body
  await first.end('SIGKILL')
  const other = await start()
  const undoMs = await timeOf(async () => expect((await undo(other, changeId)).status).toBe(200))
  await other.end('SIGKILL')

  const outcomes: string[] = []
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // The last comes after most responses.
    const at = (1.2 * kill) / KILLS
    await killDuring(fill, at * fillMs)
    outcomes.push(`filling ${(await isWhole()).status}`)
    const second = await start()
    // Where only the response was lost, the repetition gets that one.
    const { status, body } = await fill(second)
    expect([status, body.rejected, body.messages.waiting.length]).toEqual([200, REJECTED, REJECTED])
    expect(await isWhole()).toEqual(FILLED)
    await second.end('SIGKILL')

    await killDuring((server) => undo(server, body.changeId), at * undoMs)
    const found = await isWhole()
    outcomes.push(`undo ${found.status}`)
    const third = await start()
    expect((await undo(third, body.changeId)).status).toBe(found.status === 'active' ? 409 : 200)
    expect(await isWhole()).toEqual(OPEN)
    await third.end('SIGKILL')
  }
  console.log(`filling ${fillMs.toFixed()} ms, undo ${undoMs.toFixed()} ms; after kills: ${outcomes.join(', ')}`)

  const { received } = smtp()
  expect(received).toEqual([])
  const last = await start()
  expect((await fill(last)).status).toBe(200)
  await last.end('SIGKILL')
  await withDatabase(endLeases)
  const survivor = await start()
  await withDatabase((db) =>
    vi.waitFor(
      async () => {
        const tasks = db.selectFrom('outbox_tasks').select('id').where('kind', 'in', MAIL_TASKS)
        expect(await tasks.execute()).toEqual([])
      },
      { timeout: 120_000, interval: 100 },
    ),
  )
  await survivor.end('SIGTERM')
  expect(received.map(({ envelopeTo }) => envelopeTo[0]).toSorted()).toEqual(ADDRESSES.toSorted())
})

async function timeOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Starts the program, lets it do something, and kills it after a time, whether it has responded or not. */
async function killDuring(work: (server: ServerProcess) => Promise<unknown>, afterMs: number): Promise<void> {
  const server = await start()
  const working = work(server).catch(() => undefined)
  await wait(afterMs)
  await server.end('SIGKILL')
  await working
}

/** Stores an admin, and a posting with an applicant in Interview and others who wait, and signs the admin in. */
async function prepare(db: Db) {
  const now = new Date()
  const account = { username: 'admin', password_hash: '', created_at: now.toISOString() }
  const { token } = await createSession(db, await insertAccount(db, account), now)
  const { id: jobId } = await insertJob(db, newJobRow(jobBody(), now, null))
  const of = { job_id: jobId, created_at: now.toISOString() }
  await insertApplicants(db, [
    { ...of, status: 'interview', email: 'hired@example.com' },
    ...ADDRESSES.map((email) => ({ ...of, email })),
  ])
  const stored = await db.selectFrom('applications').select(['id', 'status']).orderBy('id').execute()
  const idsOf = (wanted: string) => stored.filter(({ status }) => status === wanted).map(({ id }) => ({ id }))
  const message = { rule: 'always', text: { subject: 'About {job}', body: 'Sorry, {first_name}.' } }
  const filling = { hired: idsOf('interview')[0], reject: idsOf('pending'), message }
  return { authorization: `Bearer ${token}`, jobId, filling }
}

/** The posting, how many people have each status, and how many mails  and changes are not taken back. */
async function readState(db: Db, jobId: number) {
  const { status } = await db.selectFrom('jobs').select('status').where('id', '=', jobId).executeTakeFirstOrThrow()
  const people = db
    .selectFrom('applications')
    .select(['status', ({ fn }) => fn.countAll().as('count')])
    .groupBy('status')
  const mails = await db.selectFrom('mails').select('to_address').where('state', '!=', 'cancelled').execute()
  const changes = await db.selectFrom('application_changes').select('id').where('undone_at', 'is', null).execute()
  return {
    status,
    people: Object.fromEntries((await people.execute()).map((row) => [row.status, Number(row.count)])),
    mails: mails.length,
    changes: changes.length,
  }
}
