import { NO_JOB } from '../../../contract/applications/application-terms.ts'
import { INSIGHT_PERIODS, USUAL_PERIOD } from '../../../contract/applications/insights.ts'
import { MAX_ID } from '../../../contract/wire/limits.ts'

/** What the page reports. Stored in its address, so that reload, Back and shared links preserve it. */
export type InsightsView = {
  period: (typeof INSIGHT_PERIODS)[number]
  /** Id of a posting as text, {@link NO_JOB}, or empty for all. */
  job: string
}

/**
 * Reads the view from an address; invalid parameters are ignored.
 * @param query the address after the question mark
 */
export function readInsightsView(query: string): InsightsView {
  const given = new URLSearchParams(query)
  const job = given.get('job') ?? ''
  const isJob = job === NO_JOB || (/^[1-9]\d{0,9}$/.test(job) && Number(job) <= MAX_ID)
  return {
    period: INSIGHT_PERIODS.find((one) => one === given.get('period')) ?? USUAL_PERIOD,
    job: isJob ? job : '',
  }
}

/**
 * Writes a view as the query of an address.
 * @returns empty, or a question mark and what differs from the usual view
 */
export function writeInsightsView({ period, job }: InsightsView): string {
  const query = new URLSearchParams({ ...(period !== USUAL_PERIOD && { period }), ...(job && { job }) }).toString()
  return query && `?${query}`
}

/** Whether the view names a posting that is not stored; false until the postings are known. */
export function isJobMissing({ job }: InsightsView, titles: ReadonlyMap<number, unknown> | undefined): boolean {
  return titles !== undefined && Number(job) > 0 && !titles.has(Number(job))
}
