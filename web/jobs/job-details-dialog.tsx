import type { PublicJob } from '../../contract/job.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextBlocks } from '../ui/prose.tsx'
import { JobFacts } from './job-facts.tsx'
import { JobSections } from './job-sections.tsx'

/** What the details dialog takes. */
export type JobDetailsDialogProps = { job: PublicJob; onClose: () => void; onApply: () => void }

/** A full posting in a dialog. */
export function JobDetailsDialog({ job, onClose, onApply }: JobDetailsDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={job.title}
      description={<JobFacts job={job} />}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Close
          </Button>
          <Button onClick={onApply}>Apply for This Position</Button>
        </>
      }
    >
      <div className="grid gap-8">
        <JobSections job={job} level="h3" />
        <section>
          <h3 className="mb-3 text-lg">Requirements</h3>
          <TextBlocks text={job.requirements} />
        </section>
      </div>
    </Dialog>
  )
}
