import { expect, test, vi } from 'vitest'
import { countRows } from '../../server/platform/database/count-rows.ts'
import type { Db } from '../../server/platform/database/tables.ts'
import { insertApplicants } from '../factories.ts'
import { prepareMailFaults } from '../smtp/mail-faults.ts'

/** How often the program is killed while it sets people aside, and while it erases them: few in every run of the tests. */
const KILLS = Number(process.env.KILLS ?? 4)
/** With two applications each. */
const PEOPLE = 400
const PATIENT = { timeout: 120_000, interval: 50 }
const LONG_AGO = '2024-01-15T12:00:00.000Z'

const { start, withDatabase, canShare } = prepareMailFaults()

test(`${KILLS} kills while ${PEOPLE} people are set aside, and as many while they are erased: each once, and each as a whole`, {
  timeout: 600_000,
}, async () => {
  await withDatabase(prepare)
  const outcomes: string[] = []
  const killOnceBegun = async (phase: 'aside' | 'erasing') => {
    const before = (await withDatabase(readState))[phase]
    const servers = await Promise.all(Array.from({ length: canShare() ? 2 : 1 }, () => start()))
    const hasBegun = async (db: Db) => {
      const now = await count(db, phase)
      return now > before || now === 2 * PEOPLE
    }
    await withDatabase((db) => vi.waitUntil(() => hasBegun(db), { ...PATIENT, interval: 1 }))
    await Promise.all(servers.map((server) => server.end('SIGKILL')))
    const { aside, counted, halves, erasing } = await withDatabase(readState)
    outcomes.push(`${aside} aside, ${erasing} requested`)
    expect([counted, halves]).toEqual([aside + erasing, 0])
  }

  for (let kill = 0; kill < KILLS; kill += 1) await killOnceBegun('aside')
  const survivors = await Promise.all(Array.from({ length: canShare() ? 2 : 1 }, () => start()))
  await withDatabase((db) => vi.waitFor(async () => expect((await readState(db)).aside).toBe(2 * PEOPLE), PATIENT))
  await Promise.all(survivors.map((server) => server.end('SIGKILL')))
  expect(await withDatabase(readState)).toMatchObject({
    counted: 2 * PEOPLE,
    halves: 0,
    erasing: 0,
    stored: 2 * PEOPLE + 1,
  })

  await withDatabase((db) =>
    db.updateTable('applications').set({ erase_on: '2024-03-01' }).where('erase_on', 'is not', null).execute(),
  )
  for (let kill = 0; kill < KILLS; kill += 1) {
    await killOnceBegun('erasing')
    await withDatabase(endLeases)
  }
  const last = await start()
  await withDatabase((db) =>
    vi.waitFor(async () => expect(await readState(db)).toMatchObject({ stored: 1, aside: 0 }), PATIENT),
  )
  await last.end('SIGTERM')
  console.log(`after kills: ${outcomes.join('; ')}`)
  expect(await withDatabase(readState)).toMatchObject({ counted: 2 * PEOPLE, erasing: 2 * PEOPLE, erased: 2 * PEOPLE })
})

/** People whose period is over, one whose is not, and rules that are on. */
async function prepare(db: Db) {
  const due = Array.from({ length: 2 * PEOPLE }, (_, index) => ({
    ...({ status: 'rejected', created_at: LONG_AGO, moved_at: LONG_AGO } as const),
    email: `person-${index % PEOPLE}@example.com`,
  }))
  for (let begin = 0; begin < due.length; begin += 100) await insertApplicants(db, due.slice(begin, begin + 100))
  await insertApplicants(db, [{ email: 'stays@example.com' }])
  await db
    .insertInto('retention_rules')
    .values({ id: 1, rules: JSON.stringify({ isOn: true }) })
    .execute()
}

/**
 * `counted` is what the audit trail says was set aside; `halves` are people of whom one application is set aside or being erased, and
 * another one is not.
 */
async function readState(db: Db) {
  const rows = await db.selectFrom('applications').select(['email_key', 'erase_on', 'quarantined']).execute()
  const people = [...Map.groupBy(rows, ({ email_key }) => email_key).values()]
  const stateOf = (row: (typeof rows)[number]) => `${row.erase_on} ${row.quarantined}`
  const entries = await db.selectFrom('audit_trail').select(['action', 'event']).execute()
  const count = (action: string) => entries.filter((each) => each.action === action).length
  return {
    stored: rows.length,
    aside: rows.filter(({ erase_on }) => erase_on !== null).length,
    halves: people.filter((person) => person.length === 2 && new Set(person.map(stateOf)).size > 1).length,
    counted: entries
      .filter(({ action }) => action === 'people_set_aside')
      .reduce((sum, { event }) => sum + JSON.parse(event).applications, 0),
    erasing: count('retention_ended'),
    erased: count('erased'),
  }
}

/** What {@link readState} says of one phase, with less to read. */
async function count(db: Db, phase: 'aside' | 'erasing'): Promise<number> {
  return phase === 'aside'
    ? countRows(db.selectFrom('applications').where('erase_on', 'is not', null))
    : countRows(db.selectFrom('audit_trail').where('action', '=', 'retention_ended'))
}

/** As if the leases of all tasks were over. */
async function endLeases(db: Db): Promise<void> {
  const erasures = db.updateTable('outbox_tasks').set({ run_after: new Date(0).toISOString() })
  await erasures.where('kind', '=', 'erase-application').execute()
}
