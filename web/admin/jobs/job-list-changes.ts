import type { Job } from '../../../contract/job.ts'

/** A change of one posting as it shows in the list; null takes the posting out. */
export type JobRowChange = (job: Job) => Job | null

/** The list after a change of one posting. */
export function changeRow(jobs: Job[], id: number, change: JobRowChange): Job[] {
  return jobs.flatMap((job) => (job.id === id ? (change(job) ?? []) : job))
}

/** The list after the change of a posting was refused: that posting is as it was, where it was; all others stay. */
export function undoRow(jobs: Job[], before: Job, index: number): Job[] {
  if (jobs.some(({ id }) => id === before.id)) return jobs.map((job) => (job.id === before.id ? before : job))
  return jobs.toSpliced(index, 0, before)
}
