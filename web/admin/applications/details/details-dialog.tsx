import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { ADMIN_PAGE } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { formatReference } from '../../../../contract/wire/reference.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { DiscardQuestion } from '../../../ui/dialog/discard-question.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { applicationKey, applicationQuery, isGone } from '../../api/application-api.ts'
import { usePausedRefetch } from '../changes/pending-changes.ts'
import { readListView, writeListView } from '../list-view.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { PersonPanel } from './person-panel.tsx'
import { ResumePreview } from './resume-preview.tsx'
import { useDetailsForm } from './use-details-form.ts'

/** Loads once details are open. These open without a server too, and then say nothing of others. */
const Readers = lazyPart<{ applicationId: number }>(() =>
  import('../../reading/readers-line.tsx').then(
    ({ ReadersLine }) => ReadersLine,
    () => () => null,
  ),
)

type DetailsDialogProps = {
  application: Application
  position: string | undefined
  isDownloading: boolean
  onDownload: (application: Application) => void
  onDecide: (application: Application, change: ApplicationChange) => void
  onClose: () => void
}

/** All details of one application, with the admin's assessment and decision. Confirms before discarding unsaved changes. */
export function DetailsDialog(props: DetailsDialogProps) {
  const { position, isDownloading, onDownload, onDecide, onClose } = props
  const { application, show, isDeleted } = useStored(props.application)
  const form = useDetailsForm(application, show)
  const [isConfirmingDiscard, setConfirmingDiscard] = useState(false)
  const decide = (change: ApplicationChange) => {
    // The button of the current status stays focusable, and does nothing.
    if (!('status' in change) || change.status !== application.status) onDecide(application, change)
  }
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
          <Link
            href={pathTo(ADMIN_PAGE.review, application.id) + writeListView(readListView(window.location.search))}
            className="max-md:-my-3 max-md:py-3"
            onClick={(event) => {
              if (!form.isDirty && !form.isSaving) return
              event.preventDefault()
              leave()
            }}
          >
            Open in review
          </Link>
          <Suspense>
            <Readers.View applicationId={application.id} />
          </Suspense>
        </span>
      }
      staysOpenOnOutsideClick={form.isDirty || form.isSaving}
      onClose={leave}
      footer={
        isDeleted ? (
          <Button tone="secondary" onClick={leave}>
            Close
          </Button>
        ) : (
          <>
            <DecisionButtons application={application} onDecide={decide} />
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
            <Button
              isUnavailable={!form.isDirty || form.conflicts.length > 0}
              isBusy={form.isSaving}
              onClick={form.save}
            >
              Save changes
            </Button>
          </>
        )
      }
    >
      {isDeleted && (
        <p role="alert" className="measure mb-4 border-signal-amber border-l-4 pl-4">
          This application was deleted. Another admin deleted it, or you did in another window.
          {form.isDirty && ' Copy what you typed if you need it.'}
        </p>
      )}
      {/* What was typed stays, to be copied. */}
      {(!isDeleted || form.isDirty) && (
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
      )}
      {isConfirmingDiscard && <DiscardQuestion onDiscard={discard} onClose={() => setConfirmingDiscard(false)} />}
    </Dialog>
  )
}

/** The application as it is stored: a decision takes its row out of the list. */
function useStored(row: Application) {
  const client = useQueryClient()
  const { token } = useAuth()
  const { data = row, error } = useQuery({ ...applicationQuery(token, row.id, row), ...usePausedRefetch() })
  return {
    application: data.version < row.version ? row : data,
    isDeleted: isGone(error),
    show: (stored: Application) => client.setQueryData(applicationKey(token, row.id), stored),
  }
}
