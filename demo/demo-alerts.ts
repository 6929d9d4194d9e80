import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { JobAlertFacets } from '../contract/jobs/search/job-alert.ts'
import { ALERT_LIFE } from '../contract/wire/limits.ts'
import { facetColumns } from '../server/features/alerts/openings/fits-alert.ts'
import type { Tables } from '../server/platform/database/tables.ts'
import { ago, instantOf, type Moment } from './moment.ts'

type DemoAlert = { email: string; asked: Moment; isConfirmed: boolean; facets: Partial<JobAlertFacets> }

const ANY: JobAlertFacets = { department: null, jobType: null, place: null, remote: false, words: null }

const demoAlerts: DemoAlert[] = [
  { email: 'devon.asher@example.com', asked: ago(52, '18:20'), isConfirmed: true, facets: { words: 'Ignition' } },
  { email: 'm.tran@example.org', asked: ago(21, '13:05'), isConfirmed: true, facets: { remote: true } },
  {
    email: 'rosa.delgado@example.net',
    asked: ago(9, '02:40'),
    isConfirmed: true,
    facets: { department: 'Field Services', place: 'New Mexico' },
  },
  {
    email: 'j.whitaker@example.com',
    asked: ago(2, '20:15'),
    isConfirmed: false,
    facets: { jobType: 'Internship' },
  },
]

/** Adds those who want mail about new postings. Only a site with a mail server has any. */
export async function loadAlerts(db: Kysely<Tables>, now: Date): Promise<void> {
  for (const { email, asked, isConfirmed, facets } of demoAlerts) {
    const created = instantOf(asked, now)
    const ends = new Date(created)
    if (isConfirmed) ends.setUTCMonth(ends.getUTCMonth() + ALERT_LIFE.months)
    else ends.setUTCDate(ends.getUTCDate() + ALERT_LIFE.unconfirmedDays)
    await db
      .insertInto('job_alerts')
      .values({
        email,
        ...facetColumns({ ...ANY, ...facets }),
        created_at: created.toISOString(),
        confirmed_at: isConfirmed ? created.toISOString() : null,
        ends_at: ends.toISOString(),
        // Nothing that the demo begins with is new to them.
        seen_until: now.toISOString(),
        request_id: randomUUID(),
      })
      .execute()
  }
}
