import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Db } from '../../server/platform/database/tables.ts'
import { insertApplicants } from '../factories.ts'
import { endLeases, prepareMailFaults } from '../smtp/mail-faults.ts'

/** How often the program is killed: few in every run of the tests. */
const KILLS = Number(process.env.KILLS ?? 4)
/** With two applications each. */
const PEOPLE = 120
const PATIENT = { timeout: 120_000, interval: 100 }
const DAY_MS = 24 * 60 * 60_000

const { start, withDatabase, canShare, smtp } = prepareMailFaults()

test(`${KILLS} kills while ${PEOPLE} people are told of the erasure: each gets one notice, and nobody a second one`, {
  timeout: 600_000,
}, async () => {
  await withDatabase(prepare)
  const startAll = () => Promise.all(Array.from({ length: canShare() ? 2 : 1 }, () => start()))
  const outcomes: number[] = []
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = outcomes.at(-1) ?? 0
    const servers = await startAll()
    if (before < PEOPLE)
      await withDatabase((db) =>
        vi.waitUntil(async () => (await readNotices(db)).length > before, { timeout: 60_000, interval: 2 }),
      )
    await wait((60 * kill) / KILLS)
    await Promise.all(servers.map((server) => server.end('SIGKILL')))
    await withDatabase(endLeases)
    outcomes.push((await withDatabase(readNotices)).length)
  }
  const survivors = await startAll()
  await withDatabase((db) =>
    vi.waitFor(async () => {
      const notices = await readNotices(db)
      expect(notices).toHaveLength(PEOPLE)
      expect(notices.filter(({ state }) => state === 'waiting' || state === 'sending')).toEqual([])
    }, PATIENT),
  )
  await Promise.all(survivors.map((server) => server.end('SIGTERM')))
  console.log(`after kills: ${outcomes.join(', ')} notices`)

  const notices = await withDatabase(readNotices)
  expect(new Set(notices.map(({ to_address }) => to_address)).size).toBe(PEOPLE)
  const arrivals = Map.groupBy(smtp().received, ({ mail }) => mail.messageId)
  for (const { message_id, state } of notices) {
    const times = arrivals.get(message_id)?.length ?? 0
    if (state === 'perhaps_sent') expect(times).toBeLessThanOrEqual(1)
    else expect([state, times]).toEqual(['sent', 1])
  }
})

/** People whose period ends in ten days, one whose does not, and rules that are on and tell people two weeks before. */
async function prepare(db: Db) {
  const at = new Date(Date.now() - 170 * DAY_MS).toISOString()
  const soon = Array.from({ length: 2 * PEOPLE }, (_, index) => ({
    ...({ status: 'rejected', created_at: at, moved_at: at } as const),
    email: `person-${index % PEOPLE}@example.com`,
  }))
  for (let begin = 0; begin < soon.length; begin += 100) await insertApplicants(db, soon.slice(begin, begin + 100))
  await insertApplicants(db, [{ email: 'stays@example.com' }])
  await db
    .insertInto('retention_rules')
    .values({ id: 1, rules: JSON.stringify({ isOn: true, noticeDays: 14 }) })
    .execute()
}

function readNotices(db: Db) {
  return db
    .selectFrom('mails')
    .select(['message_id', 'state', 'to_address'])
    .where('kind', '=', 'erasure_notice')
    .orderBy('id')
    .execute()
}
