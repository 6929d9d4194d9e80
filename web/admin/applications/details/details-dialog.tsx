import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Application } from '../../../../contract/application.ts'
import { API, pathTo } from '../../../../contract/paths.ts'
import { formatReference } from '../../../../contract/reference.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { DiscardQuestion } from '../../../ui/dialog/discard-question.tsx'
import { formatDayAndTime } from '../../../ui/text/date-formats.ts'
import { EmailAddress } from '../../../ui/text/email-address.tsx'
import { History } from '../../history/history.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { Assessment } from './assessment.tsx'
import { ResumePreview } from './resume-preview.tsx'
import { useDetailsForm } from './use-details-form.ts'

/** A touch target around a link in a line, without moving the lines apart. */
const THUMB_SIZED = 'max-md:py-3'

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
      <div className="grid grid-cols-1 gap-8">
        <Facts application={application} />
        <Assessment application={application} form={form} />
        <section aria-labelledby="details-resume">
          <h3 id="details-resume" className="mb-2 text-base">
            Resume
          </h3>
          <ResumePreview application={application} onDownload={onDownload} />
        </section>
        <History address={pathTo(API.applicationHistory, application.id)} />
      </div>
      {isConfirmingDiscard && <DiscardQuestion onDiscard={discard} onClose={() => setConfirmingDiscard(false)} />}
    </Dialog>
  )
}

function Facts({ application }: { application: Application }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
      {Object.values(FACTS).map(({ label, Value, className = '' }) => (
        <div key={label} className={`wrap-anywhere min-w-0 ${className}`}>
          <dt className="text-ink-muted text-sm">{label}</dt>
          <dd>
            <Value {...application} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Fields shown under the title, in the assessment, in the resume section or next to the status. */
type ShownElsewhere = 'id' | 'jobId' | 'version' | 'feedback' | 'interviewDate' | 'resume' | 'archived' | 'quarantined'

type Fact = { label: string; Value: (application: Application) => ReactNode; className?: string }

/** Every other field of an application, in the order of the screen (`spec.md` section 2). */
const FACTS: Record<Exclude<keyof Application, ShownElsewhere>, Fact> = {
  name: { label: 'Applicant', Value: ({ name }) => name },
  status: { label: 'Status', Value: State },
  email: {
    label: 'Email',
    Value: ({ email }) => (
      <a href={`mailto:${encodeURIComponent(email)}`} className={THUMB_SIZED}>
        <EmailAddress address={email} />
      </a>
    ),
  },
  phone: { label: 'Phone', Value: Phone },
  createdAt: {
    label: 'Submitted Date',
    Value: ({ createdAt }) => <span className="font-mono">{formatDayAndTime(createdAt)}</span>,
  },
  note: {
    label: 'Additional Notes',
    Value: ({ note }) => note || 'No notes',
    className: 'whitespace-pre-wrap sm:col-span-2',
  },
}

function State({ status, archived, quarantined }: Application) {
  return (
    <span className="flex flex-wrap gap-2">
      <StatusBadge status={status} />
      {archived && <Badge tone="grey">archived</Badge>}
      {quarantined && <Badge tone="grey">in quarantine</Badge>}
    </span>
  )
}

function Phone({ phone }: Application) {
  if (!phone) return 'Not provided'
  return (
    <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={THUMB_SIZED}>
      {phone}
    </a>
  )
}
