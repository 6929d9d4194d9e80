import type { PublicJob } from '../../../contract/job.ts'
import { JobDialogFrame } from '../../posting/job-dialog-frame.tsx'
import { JobFacts } from '../../posting/job-facts.tsx'

/** What the details dialog takes. */
export type JobDetailsDialogProps = { job: PublicJob; onClose: () => void; onApply: () => void }

/** A full posting in a dialog. */
export function JobDetailsDialog({ job, onClose, onApply }: JobDetailsDialogProps) {
  return (
    <JobDialogFrame
      job={job}
      description={<JobFacts job={job} />}
      action="Apply for This Position"
      onAction={onApply}
      onClose={onClose}
      closesOnBack
    />
  )
}
