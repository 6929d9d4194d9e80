import { Suspense } from 'react'
import type { Job } from '../../../contract/job.ts'
import { LoadFailureBoundary } from '../../layout/load-failure-boundary.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { usePreloadWhenIdle } from '../../ui/preload-when-idle.ts'
import { DeleteJobDialog } from './delete-job-dialog.tsx'
import type { JobDialogKind } from './job-menu.tsx'
import { JobRecordDialog } from './job-record-dialog.tsx'

const Form = lazyPart(async () => (await import('./job-form-dialog.tsx')).JobFormDialog)

/** The dialog that is open. */
export type OpenJobDialog = { kind: 'create' } | { kind: JobDialogKind; job: Job }

/** What the dialogs take. */
export type JobManagementDialogsProps = {
  open: OpenJobDialog | null
  onChange: (open: OpenJobDialog | null) => void
  onDelete: (job: Job) => void
}

/** The dialogs of job management, one at a time. */
export function JobManagementDialogs({ open, onChange, onDelete }: JobManagementDialogsProps) {
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
        {open?.kind === 'delete' && (
          <DeleteJobDialog job={open.job} onClose={close} onConfirm={() => onDelete(open.job)} />
        )}
      </Suspense>
    </LoadFailureBoundary>
  )
}
