import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APPLICATION_STATUSES, RECOVERY_MARKER } from '../../../contract/vocabulary.ts'
import { insertApplicant, insertApplicants } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import type { ApplicationRow } from '../../platform/database/tables.ts'
import { deleteApplication, updateApplication } from './application-queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** What the table of counts says, and what counting all rows says. */
async function counts() {
  const kept = await sql`
    select job_key, quarantined, archived, status, sum(count) as count, sum(resubmitted) as resubmitted,
      sum(before_cut_off) as lost
    from application_counts group by 1, 2, 3, 4 having sum(count) <> 0 order by 1, 2, 3, 4`.execute(app.db)
  const counted = await sql`
    select scopes.of as job_key, quarantined, archived, status, count(*) as count, sum(is_recovery) as resubmitted,
      sum(case when is_recovery = 0 and created_at < '2025-06-13T04:17:00.000Z' then 1 else 0 end) as lost
    from applications join (select -1 as of union all select 0 union all select 1 union all select 2) as scopes
      on scopes.of = -1 or scopes.of = coalesce(job_id, 0)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(app.db)
  return { kept: kept.rows, counted: counted.rows }
}

test('the counts are right after many changes at once, none of which waits for another for ever', async () => {
  await insertApplicants(
    app.db,
    Array.from({ length: 40 }, (_, index) => ({
      job_id: [null, 1, 2][index % 3] ?? null,
      note: index % 5 === 0 ? RECOVERY_MARKER : null,
      created_at: index % 2 === 0 ? '2025-06-01T00:00:00.000Z' : '2026-06-01T00:00:00.000Z',
    })),
  )
  const ids = await app.db.selectFrom('applications').select('id').orderBy('id').execute()
  const changeOf = (turn: number): Partial<ApplicationRow> =>
    [
      { status: APPLICATION_STATUSES[turn % 5] ?? 'hired' },
      { archived: turn % 3 === 0 ? 1 : 0 } as const,
      { quarantined: turn % 4 === 0 ? 1 : 0 } as const,
      { feedback: 'Not counted' },
    ][turn % 4] ?? {}
  const changes = ids.flatMap(({ id }, index) =>
    [1, 7, 11, 14].map((step) => updateApplication(app.db, id, changeOf(index + step))),
  )
  const arrivals = Array.from({ length: 40 }, (_, index) => insertApplicant(app.db, { job_id: index % 3 || null }))
  const removals = ids.slice(0, 10).map(({ id }) => deleteApplication(app.db, id))
  await Promise.all([...changes, ...arrivals, ...removals])
  const { kept, counted } = await counts()
  expect(counted.length).toBeGreaterThan(20)
  expect(kept).toEqual(counted)
})

test('a change that is taken back is not counted', async () => {
  const { kept } = await counts()
  const refused = app.db.transaction().execute(async (trx) => {
    await insertApplicant(trx)
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  expect((await counts()).kept).toEqual(kept)
})
