import type { Job } from '../../../../contract/jobs/job.ts'
import { createStoredDrafts } from '../../../session/stored-drafts.ts'
import type { JobFormValues } from './job-form-values.ts'

/** Unsaved values, and the version they are based on; none for a new posting. */
type SavedJob = { values: JobFormValues; seen?: Job | undefined }

/** The unsaved postings of this browser tab by id. */
export const jobDrafts = createStoredDrafts<SavedJob>('job-drafts')

/** Key of the draft of a new posting. */
export const NEW_DRAFT = 0
