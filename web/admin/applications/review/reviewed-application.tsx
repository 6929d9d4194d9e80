import { useEffect, useRef, useState } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useFileDownload } from '../../api/file-download.ts'
import { HISTORY_KEY } from '../../api/history-api.ts'
import { ErasePersonDialog } from '../../erasure/erase-person-dialog.tsx'
import { ConsentNotice } from '../../personal-data/consent-notice.tsx'
import { HoldDialog } from '../../personal-data/hold-dialog.tsx'
import { useBringBack } from '../../personal-data/personal-data-api.ts'
import { SetAsideText } from '../../personal-data/set-aside-notice.tsx'
import { useReleaseAndDelete } from '../changes/use-final-changes.ts'
import { DecisionBar } from './decision-bar.tsx'
import { Person, type PersonProps } from './person.tsx'
import { PrintedApplication } from './printed-application.tsx'
import { ResumePanel } from './resume/resume-panel.tsx'

/** The part that a narrow screen shows. */
export type Part = 'resume' | 'person'

type ReviewedApplicationProps = Omit<PersonProps, 'onDecideAgain'> & {
  /** Its resume is prepared meanwhile. */
  next: Application | undefined
  search: string
  isDownloading: boolean
  onDownload: () => void
  onDecide: (change: ApplicationChange) => void
  part: Part
  onPart: (part: Part) => void
  /** Leads on from an application that is deleted. */
  onDeleting: () => void
  onDeleted: (id: number) => void
  /** Leads back to the list: others of the queue may be the same person's. */
  onErased: () => void
}

/** The resume, the person and the decision about one application. */
export function ReviewedApplication(props: ReviewedApplicationProps) {
  const {
    next,
    search,
    isDownloading,
    onDownload,
    onDecide,
    part,
    onPart,
    onDeleting,
    onDeleted,
    onErased,
    ...person
  } = props
  const { application, conflict, position } = person
  const change = useReleaseAndDelete()
  const back = useBringBack()
  const exporting = useFileDownload(pathTo(ADMIN_API.personExport, application.id), {
    method: 'POST',
    fallbackName: 'Personal data.zip',
    preparing: 'Preparing the file...',
    done: 'Everything about this person downloaded',
    about: application.name,
    recordedIn: HISTORY_KEY,
  })
  const shown = useRef(application.id)
  useEffect(() => {
    shown.current = application.id
  })
  const release = () => {
    if (application.eraseOn === null) change({ application, change: { quarantined: false } })
    else back.mutate({ applications: [application.id], name: application.name })
  }
  const [deleting, setDeleting] = useState<Application | null>(null)
  const [holding, setHolding] = useState<Application | null>(null)
  const [erasing, setErasing] = useState<Application | null>(null)
  return (
    <>
      {/* A narrow screen with the resume hides the person, whose name heads the page. */}
      {part === 'resume' && <h1 className="sr-only lg:hidden">{application.name}</h1>}
      <ClosedNotice application={application} />
      <ResumePanel {...{ application, next, search, isDownloading, onDownload }} />
      <div className="review-person">
        <div className="review-scroll">
          <Person {...person} key={application.id} onDecideAgain={() => conflict && onDecide(conflict.change)} />
          <ConsentNotice applicationId={application.id} />
        </div>
      </div>
      <div className="review-decisions" data-action-bar>
        <PartSwitch part={part} onChange={onPart} />
        <DecisionBar
          {...{ application, onDecide, onDownload }}
          onRelease={release}
          isReleasing={back.isPending}
          isBusy={exporting.isPending}
          onDelete={() => setDeleting(application)}
          onExport={() => !exporting.isPending && exporting.mutate()}
          onErase={() => setErasing(application)}
          onHold={() => setHolding(application)}
        />
      </div>
      <PrintedApplication application={application} position={position} />
      {deleting && (
        <ConfirmDialog
          title="Delete Application"
          question="Are you sure you want to delete this application? This action cannot be undone."
          action="Delete"
          onConfirm={() => {
            change(
              { application: deleting, change: null },
              {
                // A legal hold refuses it, and then it stays in view.
                onSuccess: () => {
                  if (shown.current === deleting.id) onDeleting()
                  onDeleted(deleting.id)
                },
              },
            )
          }}
          onClose={() => setDeleting(null)}
        />
      )}
      {holding && <HoldDialog application={holding} onClose={() => setHolding(null)} />}
      {erasing && (
        <ErasePersonDialog
          application={erasing}
          onErased={() => {
            onErased()
            onDeleted(erasing.id)
          }}
          onHold={() => {
            setErasing(null)
            setHolding(erasing)
          }}
          onClose={() => setErasing(null)}
        />
      )}
      <p role="status" className="sr-only">
        {[application.name, position].filter(Boolean).join(', ')}
      </p>
    </>
  )
}

const PARTS = { resume: 'Resume', person: 'Person' } as const satisfies Record<Part, string>

function PartSwitch({ part, onChange }: { part: Part; onChange: (part: Part) => void }) {
  return (
    <fieldset className="part-switch">
      <legend className="sr-only">Shown part</legend>
      {Object.entries(PARTS).map(([one, label]) => (
        <button key={one} type="button" aria-pressed={part === one} onClick={() => onChange(one as Part)}>
          {label}
        </button>
      ))}
    </fieldset>
  )
}

/** Why nobody decides about an application, above both parts of a narrow screen; the way back is in the bar of the decisions. */
function ClosedNotice({ application: { quarantined, isErasing, eraseOn } }: { application: Application }) {
  if (!quarantined || isErasing) return null
  return (
    <p className="review-notice text-sm">
      <span className="block border-signal-amber border-l-4 pl-3">
        {eraseOn === null ? (
          'This application is in quarantine: it was probably sent by a bot. Release it before you decide about it.'
        ) : (
          <SetAsideText eraseOn={eraseOn} />
        )}
      </span>
    </p>
  )
}
