import { type JobFilter, writeJobFilter } from '../../../contract/jobs/search/job-filter.ts'
import { PAGE } from '../../../contract/wire/paths.ts'

/** The form for a job alert about what is looked for in the list; the server reads the filter. */
export function alertAddress(filter: JobFilter): string {
  const query = writeJobFilter({ ...filter, page: 1 })
  return query ? `${PAGE.jobAlerts}?${query}` : PAGE.jobAlerts
}
