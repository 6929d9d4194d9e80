import { useId, useRef, useState } from 'react'
import type { Job } from '../../../contract/job.ts'
import { API, pathTo } from '../../../contract/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { DiscardQuestion } from '../../ui/dialog/discard-question.tsx'
import { ChangedMeanwhile } from '../history/changed-meanwhile.tsx'
import { JobFormFields } from './job-form.tsx'
import { JOB_FORM_FIELDS } from './job-form-fields.ts'
import { formValuesOf } from './job-form-values.ts'
import { useJobForm } from './use-job-form.ts'

/** What the form takes; without a posting it makes a new one. */
export type JobFormDialogProps = { job?: Job; onClose: () => void }

/** Makes or edits a posting; asks before typed changes are given up. */
export function JobFormDialog({ job, onClose }: JobFormDialogProps) {
  const formId = useId()
  const titleField = useRef<HTMLInputElement>(null)
  const [isAsking, setAsking] = useState(false)
  const { register, errors, isDirty, isSaving, seen, conflict, submit, finish } = useJobForm(job, onClose)
  const leave = () => {
    if (isSaving) return
    if (isDirty) setAsking(true)
    else finish()
  }
  return (
    <Dialog
      onClose={leave}
      keepsOnOutsideClick
      initialFocus={titleField}
      title={job ? 'Edit Job Posting' : 'Create New Job Posting'}
      description={job ? job.title : 'Visitors see a posting as soon as it is saved with the status Active.'}
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
        {/* Only switches its fields off: what they are is said by the form's name. */}
        <fieldset role="presentation" disabled={isSaving} className="min-w-0">
          <JobFormFields job={seen} register={register} errors={errors} titleRef={titleField} />
        </fieldset>
      </form>
      {isAsking && <DiscardQuestion onDiscard={finish} onClose={() => setAsking(false)} />}
    </Dialog>
  )
}

type ConflictProps = { conflict: NonNullable<ReturnType<typeof useJobForm>['conflict']>; isSaving: boolean }

/** What others have written meanwhile into the same fields. */
function Conflict({ conflict: { stored, fields, saveMine, takeStored }, isSaving }: ConflictProps) {
  const texts = formValuesOf(stored)
  return (
    <div className="mb-6">
      <ChangedMeanwhile
        fields={fields.map((field) => ({ label: JOB_FORM_FIELDS[field].label, stored: texts[field] }))}
        history={pathTo(API.jobHistory, stored.id)}
        isChange={({ action }) => action === 'edited' || action === 'filled'}
        isSaving={isSaving}
        onSaveMine={saveMine}
        onTakeStored={takeStored}
      />
    </div>
  )
}
