import type { Job } from '../../../contract/job.ts'
import { Badge } from '../../ui/badge.tsx'
import { jobStateOf } from './job-texts.ts'

/** Where a posting stands, and whether it was cloned from another. */
export function JobBadges({ job }: { job: Job }) {
  const { word, tone } = jobStateOf(job)
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={tone}>{word}</Badge>
      {job.clonedFromId !== null && <Badge tone="violet">Clone</Badge>}
    </span>
  )
}
