import type { ReactNode } from 'react'
import type { PublicJob } from '../../contract/jobs/job.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextBlocks } from '../ui/text/prose.tsx'
import { JobSectionList } from './job-sections.tsx'

type JobDialogFrameProps = {
  job: PublicJob
  description: ReactNode
  /** Label of the primary button; undefined for none. */
  action: string | undefined
  onAction: () => void
  onClose: () => void
  /** The browser's Back button closes the dialog. */
  closesOnBack?: boolean
  /** Shown above the texts. */
  children?: ReactNode
  /** Shown below the texts. */
  ending?: ReactNode
}

/** The texts of a posting in a dialog, with one primary action. */
export function JobDialogFrame(props: JobDialogFrameProps) {
  const { job, description, action, onAction, onClose, closesOnBack = false, children, ending } = props
  return (
    <Dialog
      onClose={onClose}
      closesOnBack={closesOnBack}
      title={job.title}
      description={description}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Close
          </Button>
          {action && <Button onClick={onAction}>{action}</Button>}
        </>
      }
    >
      {children}
      <div className="grid gap-8">
        <JobSectionList
          job={job}
          level="h3"
          requirements={
            <section>
              <h3 className="mb-3 text-lg">Requirements</h3>
              <TextBlocks text={job.requirements} />
            </section>
          }
        />
        {ending}
      </div>
    </Dialog>
  )
}
