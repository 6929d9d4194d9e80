import { isOpenJob } from '../../contract/jobs/job-statuses.ts'
import { demoJobs } from '../../demo/demo-jobs.ts'

/** The open postings of the demo: eleven, with long titles, with and without pay. */
export const DEMO_POSTINGS = demoJobs.map(({ posting }) => posting).filter(isOpenJob)
