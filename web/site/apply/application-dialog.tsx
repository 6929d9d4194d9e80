import type { PublicJob } from '../../../contract/jobs/job.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ApplicationForm } from './application-form.tsx'

/** Applies for one posting, in a dialog that a stray click beside it does not close. */
export function ApplicationDialog({ job, onClose }: { job: PublicJob; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      staysOpenOnOutsideClick
      closesOnBack
      title="Apply for"
      subject={job.title}
      description={
        <ul className="facts">
          <li>
            <bdi>{job.location}</bdi>
          </li>
          <li>{job.jobType}</li>
        </ul>
      }
    >
      <ApplicationForm jobId={job.id} questions={job.askedQuestions} onClose={onClose} />
    </Dialog>
  )
}
