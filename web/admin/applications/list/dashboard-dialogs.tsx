import { Suspense } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import { LoadFailureBoundary } from '../../../layout/load-failure-boundary.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { usePreloadWhenIdle } from '../../../ui/preload-when-idle.ts'
import { type JobTitles, jobPositionOf } from '../application-texts.ts'
import type { RowActions } from './row/row-menu.tsx'

/** The dialog that is open, and the application it is for. */
export type OpenDialog = { kind: 'details' | 'delete'; application: Application }

const Confirm = lazyPart(async () => (await import('../../../ui/dialog/confirm-dialog.tsx')).ConfirmDialog)
const Details = lazyPart(async () => (await import('../details/details-dialog.tsx')).DetailsDialog)

type DashboardDialogsProps = {
  open: OpenDialog | null
  onOpen: (dialog: OpenDialog | null) => void
  titles: JobTitles | undefined
  actions: RowActions
  downloading: number | undefined
}

/** The dialogs of the dashboard. They live beside the list, so that reading it again leaves them open. */
export function DashboardDialogs({ open, onOpen, titles, actions, downloading }: DashboardDialogsProps) {
  usePreloadWhenIdle(Confirm)
  usePreloadWhenIdle(Details)
  if (!open) return null
  const { kind, application } = open
  const close = () => onOpen(null)
  return (
    <LoadFailureBoundary>
      <Suspense>
        {kind === 'delete' ? (
          <Confirm.View
            title="Delete Application"
            question="Are you sure you want to delete this application? This action cannot be undone."
            action="Delete"
            onConfirm={() => actions.onChange(application, null)}
            onClose={close}
          />
        ) : (
          <Details.View
            application={application}
            position={titles && jobPositionOf(application, titles)}
            isDownloading={downloading === application.id}
            onDownload={actions.onDownload}
            onDecide={actions.onChange}
            onClose={close}
          />
        )}
      </Suspense>
    </LoadFailureBoundary>
  )
}
