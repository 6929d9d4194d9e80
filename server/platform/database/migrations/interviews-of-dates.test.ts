import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openBefore } from '../../../../test/databases/earlier-database.ts'
import { insertApplicant } from '../../../../test/factories.ts'
import { giveZoneToDates } from '../../../features/interviews/interview-dates.ts'
import { makeInterviewsOfDates } from './interviews-of-dates.ts'

test('each date that was only a date becomes an interview that nobody is invited to, in the zone of the company', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openBefore(stack, '0011-interviews-of-dates')
  const planned = (application: number, starts: string, ends: string) =>
    sql`insert into interviews (application_id, uid, starts_at, ends_at, time_zone, kind, interviewers, state, response,
      sequence, changed_at, created_at, content_hash)
      values (${application}, ${starts}, ${starts}, ${ends}, 'UTC', 'phone', '[]', 'planned', 'none', 0, 'a',
      '2026-01-01T00:00:00.000Z', '')`.execute(db)
  const [date, sooner] = ['2026-03-10T23:30:00.000Z', '2026-03-09T15:00:00.000Z']
  const alone = await insertApplicant(db, { interview_date: date, status: 'rejected' })
  const same = await insertApplicant(db, { interview_date: sooner })
  await planned(same, sooner, '2026-03-09T16:00:00.000Z')
  const beside = await insertApplicant(db, { interview_date: date })
  await planned(beside, '2026-03-09T15:00:00.001Z', '2026-03-09T16:00:00.000Z')
  await insertApplicant(db, {})

  await db.transaction().execute((trx) => makeInterviewsOfDates(trx, new Date('2026-03-02T12:00:00.000Z')))
  await giveZoneToDates(db, 'America/Chicago')
  const interviews = await db
    .selectFrom('interviews')
    .selectAll()
    .orderBy('application_id')
    .orderBy('starts_at')
    .execute()
  const silent = {
    ...{ starts_at: date, ends_at: '2026-03-11T00:15:00.000Z', time_zone: 'America/Chicago', kind: 'undecided' },
    ...{ state: 'planned', invited_at: null, uid: expect.stringMatching(/^[\da-f-]{32,36}$/) },
  }
  const told = { invited_at: '2026-01-01T00:00:00.000Z', time_zone: 'UTC' }
  expect(interviews).toMatchObject([
    { application_id: alone, ...silent },
    { application_id: same, ...told },
    { application_id: beside, ...told },
    { application_id: beside, ...silent },
  ])
  const dates = await db.selectFrom('applications').select('interview_date').orderBy('id').execute()
  expect(dates.map(({ interview_date }) => interview_date)).toEqual([date, sooner, '2026-03-09T15:00:00.001Z', null])
})
