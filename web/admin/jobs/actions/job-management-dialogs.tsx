import { Suspense } from 'react'
import type { Job } from '../../../../contract/jobs/job.ts'
import { LoadFailureBoundary } from '../../../layout/load-failure-boundary.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { usePreloadWhenIdle } from '../../../ui/preload-when-idle.ts'
import { DeleteJobDialog } from './delete-job-dialog.tsx'
import type { JobDialogKind } from './job-menu.tsx'
import { JobRecordDialog } from './job-record-dialog.tsx'
import type { JobActions } from './use-job-actions.ts'

const Fill = lazyPart(async () => (await import('./fill-job-dialog.tsx')).FillJobDialog)
const SourceLink = lazyPart(async () => (await import('./source-link-dialog.tsx')).SourceLinkDialog)
const Form = lazyPart(async () => (await import('../form/job-form-dialog.tsx')).JobFormDialog)

/** The dialog that is open. */
export type OpenJobDialog = { kind: 'create' } | { kind: JobDialogKind; job: Job }

type JobManagementDialogsProps = {
  open: OpenJobDialog | null
  onChange: (open: OpenJobDialog | null) => void
  actions: Pick<JobActions, 'markFilled' | 'remove'>
}

/** The dialogs of job management, one at a time. */
export function JobManagementDialogs({ open, onChange, actions }: JobManagementDialogsProps) {
  usePreloadWhenIdle(Form)
  const close = () => onChange(null)
  return (
    <LoadFailureBoundary>
      <Suspense>
        {open?.kind === 'create' && <Form.View onClose={close} />}
        {open?.kind === 'edit' && <Form.View job={open.job} onClose={close} />}
        {open?.kind === 'record' && (
          <JobRecordDialog job={open.job} onClose={close} onEdit={() => onChange({ kind: 'edit', job: open.job })} />
        )}
        {open?.kind === 'fill' && (
          <Fill.View job={open.job} onClose={close} onFill={(filling) => actions.markFilled(open.job, filling)} />
        )}
        {open?.kind === 'link' && <SourceLink.View job={open.job} onClose={close} />}
        {open?.kind === 'delete' && (
          <DeleteJobDialog job={open.job} onClose={close} onConfirm={() => actions.remove(open.job)} />
        )}
      </Suspense>
    </LoadFailureBoundary>
  )
}
