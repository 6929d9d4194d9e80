import type { PublicJob } from './job.ts'

/** What is shown of an open position that is similar to a closed one. */
export type SimilarJob = Pick<PublicJob, 'id' | 'title' | 'jobType' | 'location' | 'department'> & {
  pay: string | null
}

/** What the page of a closed posting shows; null when visitors may not see the posting, or there is none. */
export type ClosedJobData = {
  job: PublicJob
  /** The most similar ones first. */
  similar: SimilarJob[]
}
