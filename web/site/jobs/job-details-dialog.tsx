import type { PublicJob } from '../../../contract/jobs/job.ts'
import { shownPay } from '../../../contract/jobs/place-and-pay/pay-text.ts'
import { HiringSteps } from '../../posting/hiring-steps.tsx'
import { JobDialogFrame } from '../../posting/job-dialog-frame.tsx'
import { FurtherFactsLine, JobFactsLine } from '../../posting/job-fact-lines.tsx'

type JobDetailsDialogProps = { job: PublicJob; onClose: () => void; onApply: () => void }

/** A full posting in a dialog. */
export function JobDetailsDialog({ job, onClose, onApply }: JobDetailsDialogProps) {
  return (
    <JobDialogFrame
      job={job}
      description={<JobFactsLine job={job} pay={shownPay(job)} />}
      action="Apply for This Position"
      onAction={onApply}
      onClose={onClose}
      closesOnBack
      ending={<HiringSteps job={job} level="h3" />}
    >
      <FurtherFactsLine job={job} className="mt-0 mb-8" />
    </JobDialogFrame>
  )
}
