import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Application } from '../../../../contract/application.ts'
import { formatReference } from '../../../../contract/reference.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { DiscardQuestion } from '../../../ui/dialog/discard-question.tsx'
import { PersonPanel } from './person-panel.tsx'
import { ResumePreview } from './resume-preview.tsx'
import { useDetailsForm } from './use-details-form.ts'

/** What the details take. */
export type DetailsDialogProps = {
  application: Application
  position: string | undefined
  isDownloading: boolean
  onDownload: (application: Application) => void
  /** Called with the stored application after a save or an edit conflict. */
  onStored: (stored: Application) => void
  onClose: () => void
}

/** All details of one application, with the admin's assessment. Confirms before discarding unsaved changes. */
export function DetailsDialog(props: DetailsDialogProps) {
  const { application, position, isDownloading, onDownload, onStored, onClose } = props
  const form = useDetailsForm(application, onStored)
  const [isConfirmingDiscard, setConfirmingDiscard] = useState(false)
  const leave = () => {
    if (form.isSaving) return
    if (form.isDirty) setConfirmingDiscard(true)
    else onClose()
  }
  const discard = () => {
    form.discardDraft()
    onClose()
  }
  return (
    <Dialog
      title="Application Details"
      description={
        <span className="flex flex-wrap gap-x-3">
          <span>{position}</span>
          <span className="font-mono">{formatReference('APP', application.id)}</span>
        </span>
      }
      staysOpenOnOutsideClick={form.isDirty || form.isSaving}
      onClose={leave}
      footer={
        <>
          <Button tone="secondary" isUnavailable={form.isSaving} onClick={leave}>
            Close
          </Button>
          <Button
            tone="secondary"
            isUnavailable={!application.resume || application.resume.scan === 'infected'}
            isBusy={isDownloading}
            onClick={() => onDownload(application)}
          >
            {!isDownloading && <Download aria-hidden="true" className="size-4" />}
            Download Resume
          </Button>
          <Button isUnavailable={!form.isDirty || form.conflicts.length > 0} isBusy={form.isSaving} onClick={form.save}>
            Save changes
          </Button>
        </>
      }
    >
      <PersonPanel
        application={application}
        form={form}
        resume={
          <section aria-labelledby="details-resume">
            <h3 id="details-resume" className="mb-2 text-base">
              Resume
            </h3>
            <ResumePreview application={application} onDownload={onDownload} />
          </section>
        }
      />
      {isConfirmingDiscard && <DiscardQuestion onDiscard={discard} onClose={() => setConfirmingDiscard(false)} />}
    </Dialog>
  )
}
