import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { APPLICATION_STATUSES } from '../../../contract/applications/status-lists.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { createJob } from '../../../test/factories.ts'
import { prepareManagers } from '../../../test/managers/manager-kit.ts'
import { type History, insertHistories } from '../../../test/status-history.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { readConfig } from '../../config.ts'
import { mirrorLedger } from '../erasure-ledger/mirror-ledger.ts'
import { countPromiseMonths } from '../promise/kept-promises.ts'
import { replayNewErasures } from './replay-erasures.ts'
import { requestErasures } from './request-erasures.ts'

const NOW = new Date('2026-04-16T12:00:00.000Z')
type Status = (typeof APPLICATION_STATUSES)[number]

const DAY_MS = 24 * 60 * 60_000
/** Whose days are not those of UTC. */
const timeZone = 'America/Chicago'
const SOURCES = [null, 'indeed', 'rss', 'alert', 'a.b-c_d', 'x', 'y', 'z', 'linkedin', 'atom', 'json', 'api', 'embed']

let app: TestApp
let owner: AdminClient
beforeAll(async () => {
  app = await startTestApp({ company: { ...readConfig({}, 'development').company, timeZone } })
  app.setNow(NOW)
  owner = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('applications').execute()
  await app.db.deleteFrom('insight_sums').execute()
  await app.db.deleteFrom('erasures').execute()
})

const instant = (earliest: number, latest: number) =>
  fc.integer({ min: earliest, max: latest }).map((time) => new Date(time).toISOString())
/** Most in two months: those with fewer than five answers due are not shown. */
const RECEIVED = fc.oneof(
  { weight: 3, arbitrary: instant(Date.parse('2026-01-25T00:00:00.000Z'), Date.parse('2026-03-18T00:00:00.000Z')) },
  { weight: 1, arbitrary: instant(NOW.getTime() - 380 * DAY_MS, NOW.getTime()) },
)

/** Applications of a year and more: with changes of status, undone ones, answers, withdrawals, and some in quarantine. */
const historyOf = (jobs: (number | null)[]) =>
  fc
    .record({
      created_at: RECEIVED,
      job_id: fc.constantFrom(...jobs),
      source: fc.constantFrom(...SOURCES),
      archived: fc.constantFrom(0 as const, 1 as const),
      quarantined: fc.constantFrom(0 as const, 0 as const, 0 as const, 2 as const, 1 as const),
      moves: fc.array(fc.tuple(fc.constantFrom(...APPLICATION_STATUSES), fc.integer({ min: 0, max: 40 }), fc.nat(5)), {
        maxLength: 5,
      }),
      answered: fc.option(fc.integer({ min: 0, max: 30 })),
      withdrawn: fc.option(fc.integer({ min: 0, max: 30 }), { freq: 2 }),
    })
    .map(({ moves, answered, withdrawn, ...row }): History => {
      const later = (days: number | null) =>
        days === null ? null : new Date(Date.parse(row.created_at) + days * DAY_MS + 1).toISOString()
      const times = { first_answered_at: later(answered), withdrawn_at: later(withdrawn) }
      return { ...row, moves: movesOf(row.created_at, moves), ...times }
    })

/** Moves to these statuses, each some days after the one before; an undone one puts back the status before. */
function movesOf(
  receivedAt: string,
  drawn: [status: Status, days: number, undo: number][],
): NonNullable<History['moves']> {
  let at = Date.parse(receivedAt)
  const standing: Status[] = ['pending']
  return drawn.map(([status, days, undo]) => {
    at += days * DAY_MS + 3_600_000
    const isUndone = undo === 0 && standing.length > 1
    if (isUndone) standing.pop()
    else standing.push(status)
    const move = [new Date(at).toISOString(), standing.at(-1) ?? 'pending'] as const
    return isUndone ? [...move, 'undone'] : [...move]
  })
}

/** All figures, but for who waits now. */
async function figures(jobs: (number | null)[], clients: AdminClient[] = [owner]) {
  const queries = [undefined, ...jobs.map((job) => job ?? 'none'), 999_999]
  const read = []
  for (const client of clients)
    for (const period of ['8', '26', '52'])
      for (const job of queries) {
        const path = `${ADMIN_API.insights}?period=${period}${job === undefined ? '' : `&jobId=${job}`}`
        const { status, body } = await client.request<{ waiting: unknown }>('GET', path)
        expect(status).toBe(200)
        const { waiting: _, ...shown } = body
        read.push({ path, shown })
      }
  return { read, months: await countPromiseMonths(app.db, { today: '2026-04-16', timeZone }) }
}

/** Erases applications as every cause does, and waits until their rows are gone. */
async function erase(ids: number[]): Promise<void> {
  const interviews = { cancelled: () => expect.fail('no interviews') } as never
  const erasing = { by: null, now: NOW, cause: 'retention' } as const
  await app.db.transaction().execute((trx) => requestErasures(trx, { interviews }, ids, erasing))
  app.wakeOutbox()
  await untilGone(ids)
}

const untilGone = (ids: number[]) =>
  vi.waitFor(
    async () =>
      expect(await app.db.selectFrom('applications').select('id').where('id', 'in', ids).execute()).toEqual([]),
    { timeout: 30_000 },
  )

test.each([1, 2, 3])('erasing half of the applications changes no figure (seed %i)', async (seed) => {
  const { mine, other, plain } = await prepareManagersOnce()
  const jobs = [mine, other, null]
  const [histories = []] = fc.sample(fc.array(historyOf(jobs), { minLength: 60, maxLength: 60 }), { seed, numRuns: 1 })
  const ids = await insertHistories(app.db, histories)
  const before = await figures(jobs, [owner, plain])
  expect(JSON.stringify(before.months)).toMatch(/"kept":[1-9]/)
  await erase(ids.filter((_, index) => index % 2 === 0))
  expect(await figures(jobs, [owner, plain])).toEqual(before)
  await erase(ids.filter((_, index) => index % 2 === 1))
  expect(await figures(jobs, [owner, plain])).toEqual(before)
  expect(await app.db.selectFrom('applications').select('id').execute()).toEqual([])
})

let managers: ReturnType<typeof prepareManagers> | undefined
/** A hiring manager with one posting of two. */
function prepareManagersOnce() {
  managers ??= prepareManagers(app, NOW.getTime())
  return managers
}

test('what an admin deletes, such as a test, is gone from the figures', async () => {
  const job = await createJob(app)
  const none = await figures([job])
  const [id = 0] = await insertHistories(app.db, [{ created_at: '2026-04-14T08:00:00.000Z', job_id: job }])
  expect(await figures([job])).not.toEqual(none)
  await owner.send('DELETE', pathTo(ADMIN_API.adminApplication, id))
  expect(await figures([job])).toEqual(none)
})

test('a promise whose day is not over when its application is erased is neither kept nor missed', async () => {
  const due = { created_at: '2026-04-01T08:00:00.000Z', answer_by: '2026-04-15' }
  // On the 16th in Chicago the day of the first is over; that of the second is not.
  const ids = await insertHistories(app.db, [due, { ...due, answer_by: '2026-04-16' }])
  await erase(ids)
  const sums = app.db
    .selectFrom('insight_sums')
    .select(['period', 'value', 'applications'])
    .where('figure', '=', 'promise')
  expect(await sums.execute()).toEqual([{ period: '2026-04', value: 'missed', applications: 1 }])
})

test('sums say nothing that joins a person’s facts, and name nobody', async () => {
  const ids = await insertHistories(app.db, [
    {
      created_at: '2026-04-01T08:00:00.000Z',
      source: 'indeed',
      moves: [['2026-04-04T08:00:00.000Z', 'interview']],
      answer_by: '2026-03-31',
    },
  ])
  await erase(ids)
  const sums = await app.db.selectFrom('insight_sums').selectAll().orderBy('figure').execute()
  const of = { period: '2026-03-30', job_id: 0, applications: 1 }
  expect(sums).toEqual([
    { ...of, figure: 'first_decision', value: '3' },
    { ...of, period: '2026-03', figure: 'promise', value: 'missed' },
    { ...of, figure: 'reached', value: 'interview' },
    { ...of, figure: 'received', value: '' },
    { ...of, figure: 'source_interview', value: 'indeed' },
    { ...of, figure: 'source_received', value: 'indeed' },
    { ...of, figure: 'stay_pending', value: '3' },
  ])
})

test('an application that a restore has brought back is counted once, whichever rows came back with it', async () => {
  const job = await createJob(app)
  const history = { created_at: '2026-04-14T08:00:00.000Z', job_id: job, answer_by: '2026-04-16' }
  const [id = 0] = await insertHistories(app.db, [history])
  const before = await figures([job])
  const replay = async () => {
    await mirrorLedger(app.db, app.dataDir)
    await replayNewErasures({ db: app.db, outbox: { wake: () => undefined }, now: NOW, timeZone })
    await app.runWork('replay-erasures')
  }
  await erase([id])
  await mirrorLedger(app.db, app.dataDir)
  // All of an earlier database.
  await app.db.deleteFrom('insight_sums').execute()
  await app.db.deleteFrom('erasures').execute()
  await insertHistories(app.db, [{ ...history, id }])
  await replay()
  expect(await figures([job])).toEqual(before)
  const promises = app.db.selectFrom('insight_sums').select('value').where('figure', '=', 'promise')
  expect(await promises.execute(), 'its day is not over').toEqual([])
  // The table of the applications alone.
  await insertHistories(app.db, [{ ...history, id }])
  await replay()
  expect(await figures([job])).toEqual(before)
  expect(await app.db.selectFrom('applications').select('id').execute()).toEqual([])
})
