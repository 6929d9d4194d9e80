import type { PublicJob } from '../../../../contract/jobs/job.ts'
import { SENT_MAIL } from '../../../../contract/messages/mail-terms.ts'
import type { Db, JobAlertRow } from '../../../platform/database/tables.ts'
import { parseJson } from '../../../platform/parse-json.ts'
import { doInSteps } from '../../../platform/yielding.ts'
import { findOpenIds } from '../../jobs/job-queries.ts'
import type { PublishedJobs } from '../../jobs/published-jobs.ts'
import { facetsOf, findFitting, type OpenJobs, readOpenJobs } from './fits-alert.ts'

/** A posting whose transaction ends late may be older than one that was seen. In milliseconds. */
const OVERLAP_MS = 60 * 60_000

/** The open postings as job alerts compare them. */
export type OpenJobsReader = {
  current(): Promise<OpenJobs>
  /** Those of the latest {@link OpenJobsReader.current}, for use within a transaction. */
  latest(): OpenJobs
}

/** Makes the reader of the published postings. */
export function createOpenJobsReader(published: PublishedJobs): OpenJobsReader {
  let latest: OpenJobs | undefined
  return {
    current: async () => {
      const prepared = await (await published.current()).prepared()
      latest = await doInSteps(readOpenJobs(prepared))
      return latest
    },
    latest: () => {
      if (!latest) throw new Error('The open postings were not read yet.')
      return latest
    },
  }
}

/**
 * The open postings that are new to the owner of a job alert, fit it, and were in no mail to it.
 * @param today the date where the company is: one that has closed since the postings were read is left out
 */
export async function findOpenings(
  db: Db,
  alert: JobAlertRow,
  { open, today }: { open: OpenJobs; today: string },
): Promise<PublicJob[]> {
  const fitting = findFitting(facetsOf(alert), open, alert.seen_until)
  if (fitting.length === 0) return []
  const named = (await listNamedJobs(db, [alert.id])).get(alert.id)
  const fresh = fitting.filter(({ id }) => !named?.has(id))
  if (fresh.length === 0) return []
  const ids = await findOpenIds(
    db,
    fresh.map(({ id }) => id),
    today,
  )
  return fresh.filter(({ id }) => ids.has(id))
}

/** Until when postings need not be looked at again, once all of now were looked at. */
export function seenUntil({ seen_until }: Pick<JobAlertRow, 'seen_until'>, now: Date): string {
  const overlap = new Date(now.getTime() - OVERLAP_MS).toISOString()
  return overlap > seen_until ? overlap : seen_until
}

/** Postings in mails that have arrived, or perhaps have, by the ids of some job alerts. */
export async function listNamedJobs(db: Db, alertIds: readonly number[]): Promise<Map<number, Set<number>>> {
  if (alertIds.length === 0) return new Map()
  const mails = await db
    .selectFrom('mails')
    .select(['alert_id', 'job_ids'])
    .where('alert_id', 'in', alertIds)
    .where('state', 'in', SENT_MAIL)
    .execute()
  const named = new Map<number, Set<number>>()
  for (const { alert_id, job_ids } of mails) {
    if (alert_id === null || job_ids === null) continue
    const ids = named.get(alert_id) ?? new Set()
    for (const id of parseJson(job_ids) as number[]) ids.add(id)
    named.set(alert_id, ids)
  }
  return named
}
