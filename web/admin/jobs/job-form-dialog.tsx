import { useId, useRef, useState } from 'react'
import type { Job } from '../../../contract/job.ts'
import { API, pathTo } from '../../../contract/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { DiscardQuestion } from '../../ui/dialog/discard-question.tsx'
import { EditConflictNotice } from '../history/edit-conflict-notice.tsx'
import { JobFormFields } from './job-form.tsx'
import { JOB_FORM_FIELDS } from './job-form-fields.ts'
import { formValuesOf } from './job-form-values.ts'
import { useJobForm } from './use-job-form.ts'

/** What the form takes; without a posting it creates one. */
export type JobFormDialogProps = { job?: Job; onClose: () => void }

/** Creates or edits a posting; confirms before discarding unsaved changes. */
export function JobFormDialog({ job, onClose }: JobFormDialogProps) {
  const formId = useId()
  const titleField = useRef<HTMLInputElement>(null)
  const [isConfirmingDiscard, setConfirmingDiscard] = useState(false)
  const { register, errors, isDirty, isSaving, seen, conflict, submit, finish } = useJobForm(job, onClose)
  const leave = () => {
    if (isSaving) return
    if (isDirty) setConfirmingDiscard(true)
    else finish()
  }
  return (
    <Dialog
      onClose={leave}
      staysOpenOnOutsideClick
      initialFocus={titleField}
      title={job ? 'Edit Job Posting' : 'Create New Job Posting'}
      description={job ? job.title : 'Visitors see a posting with the status Active as soon as you save it.'}
      footer={
        <>
          <Button tone="secondary" isUnavailable={isSaving} onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isUnavailable={conflict !== undefined} isBusy={isSaving}>
            {job ? 'Update Job Posting' : 'Create Job Posting'}
          </Button>
        </>
      }
    >
      {conflict && <Conflict conflict={conflict} isSaving={isSaving} />}
      <form id={formId} noValidate aria-label="Job posting" onSubmit={submit}>
        {/* Only disables its fields: the form itself has the accessible name. */}
        <fieldset role="presentation" disabled={isSaving} className="min-w-0">
          <JobFormFields job={seen} register={register} errors={errors} titleRef={titleField} />
        </fieldset>
      </form>
      {isConfirmingDiscard && <DiscardQuestion onDiscard={finish} onClose={() => setConfirmingDiscard(false)} />}
    </Dialog>
  )
}

type ConflictProps = { conflict: NonNullable<ReturnType<typeof useJobForm>['conflict']>; isSaving: boolean }

/** The edit conflict of fields that another admin changed too. */
function Conflict({ conflict: { stored, fields, saveMine, acceptStored }, isSaving }: ConflictProps) {
  const texts = formValuesOf(stored)
  return (
    <div className="mb-6">
      <EditConflictNotice
        fields={fields.map((field) => ({ label: JOB_FORM_FIELDS[field].label, stored: texts[field] }))}
        history={pathTo(API.jobHistory, stored.id)}
        isChange={({ action }) => action === 'edited' || action === 'filled'}
        isSaving={isSaving}
        onSaveMine={saveMine}
        onAcceptStored={acceptStored}
      />
    </div>
  )
}
