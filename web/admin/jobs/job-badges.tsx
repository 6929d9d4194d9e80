import type { Job } from '../../../contract/jobs/job.ts'
import { useToday } from '../../layout/use-today.ts'
import { Badge } from '../../ui/badge.tsx'
import { jobBadgeOf } from './job-state.ts'

/** The status of a posting, and whether it is a clone. */
export function JobBadges({ job }: { job: Job }) {
  const { word, tone } = jobBadgeOf(job, useToday())
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={tone}>{word}</Badge>
      {job.clonedFromId !== null && <span className="badge rounded border border-line text-ink-muted">Clone</span>}
    </span>
  )
}
