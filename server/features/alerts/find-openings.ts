import type { Company } from '../../../contract/company.ts'
import type { PublicJob } from '../../../contract/job.ts'
import { publishedOn } from '../../../contract/vocabulary.ts'
import type { Db, JobAlertRow } from '../../platform/database/tables.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { presentPublicJob } from '../jobs/job-fields.ts'
import { listOpenJobs } from '../jobs/job-queries.ts'
import { facetsOf } from './alert-queries.ts'
import { fitsAlert, type OpenJobs, placeOpenJobs } from './fits-alert.ts'

/** A posting whose transaction ends late may be older than one that was seen. In milliseconds. */
const OVERLAP_MS = 60 * 60_000

/** The postings that visitors see on a day, such as `2026-09-30`. */
export async function readOpenJobs(db: Db, date: string, company: Company['address']): Promise<OpenJobs> {
  return placeOpenJobs((await listOpenJobs(db, date)).map(presentPublicJob), company)
}

/** The open postings that are new to the owner of a job alert, fit it, and were in no mail to it. */
export async function findOpenings(db: Db, alert: JobAlertRow, open: OpenJobs): Promise<PublicJob[]> {
  const facets = facetsOf(alert)
  const fitting = open.jobs
    .filter((one) => publishedOn(one.job) > alert.seen_until && fitsAlert(facets, one, open.labels))
    .map(({ job }) => job)
  if (fitting.length === 0) return []
  const named = await listNamedJobs(db, alert.id)
  return fitting.filter(({ id }) => !named.has(id))
}

/** Until when postings need not be looked at again, once all of now were looked at. */
export function seenUntil({ seen_until }: Pick<JobAlertRow, 'seen_until'>, now: Date): string {
  const overlap = new Date(now.getTime() - OVERLAP_MS).toISOString()
  return overlap > seen_until ? overlap : seen_until
}

/** Postings in mails that have arrived, or perhaps have. */
async function listNamedJobs(db: Db, alertId: number): Promise<Set<number>> {
  const mails = await db
    .selectFrom('job_alert_mails')
    .select('job_ids')
    .where('alert_id', '=', alertId)
    .where('state', 'in', ['sent', 'perhaps_sent'])
    .execute()
  return new Set(mails.flatMap(({ job_ids }) => parseJson(job_ids) as number[]))
}
