import type { Job } from '../../../contract/jobs/job.ts'

/** A change of one posting in the list; null removes it. */
export type JobRowChange = (job: Job) => Job | null

/** The list after a change of one posting. */
export function changeRow(jobs: Job[], id: number, change: JobRowChange): Job[] {
  return jobs.flatMap((job) => (job.id === id ? (change(job) ?? []) : job))
}

/** The list after a refused change: the posting is restored at its index. */
export function undoRow(jobs: Job[], before: Job, index: number): Job[] {
  if (jobs.some(({ id }) => id === before.id)) return jobs.map((job) => (job.id === before.id ? before : job))
  return jobs.toSpliced(index, 0, before)
}
