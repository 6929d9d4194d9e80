import { useId, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { Job } from '../../../../contract/jobs/job.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { DiscardQuestion } from '../../../ui/dialog/discard-question.tsx'
import { EditConflictNotice } from '../../history/edit-conflict-notice.tsx'
import { JobFormFields } from './job-form.tsx'
import { labelOf } from './job-form-fields.ts'
import { formValuesOf } from './job-form-values.ts'
import { JobPreview } from './job-preview.tsx'
import { useJobForm } from './use-job-form.ts'

/** Without a posting it creates one. */
type JobFormDialogProps = { job?: Job; onClose: () => void }

/** Creates or edits a posting; confirms before discarding unsaved changes. */
export function JobFormDialog({ job, onClose }: JobFormDialogProps) {
  const formId = useId()
  const [isConfirmingDiscard, setConfirmingDiscard] = useState(false)
  const [pane, setPane] = useState<Pane>('Form')
  const { form, isDirty, isRestored, isSaving, seen, conflict, submit, finish } = useJobForm(job, onClose)
  const leave = () => {
    if (isSaving) return
    if (isDirty) setConfirmingDiscard(true)
    else finish()
  }
  return (
    <Dialog
      onClose={leave}
      staysOpenOnOutsideClick
      isWide
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
      <PaneChoice chosen={pane} onChoose={setPane} />
      <FormProvider {...form}>
        <div className="grid gap-8 min-[68.75rem]:grid-cols-[minmax(0,7fr)_minmax(0,6fr)]">
          <div className={pane === 'Form' ? '' : HIDDEN}>
            {conflict && <Conflict conflict={conflict} isSaving={isSaving} />}
            {isRestored && (
              <p role="status" className="mb-6 border-signal-amber border-l-4 pl-4">
                This is what you typed before. It is not saved yet.
              </p>
            )}
            <form
              id={formId}
              noValidate
              aria-label="Job posting"
              onSubmit={(event) => {
                // A field with an error gets the focus, so it must be shown.
                setPane('Form')
                submit(event)
              }}
            >
              {/* Only disables its fields: the form itself has the accessible name. */}
              <fieldset role="presentation" disabled={isSaving} className="min-w-0">
                <JobFormFields job={seen} />
              </fieldset>
            </form>
          </div>
          <div className={pane === 'Preview' ? '' : HIDDEN}>
            <JobPreview job={seen} />
          </div>
        </div>
      </FormProvider>
      {isConfirmingDiscard && <DiscardQuestion onDiscard={finish} onClose={() => setConfirmingDiscard(false)} />}
    </Dialog>
  )
}

const PANES = ['Form', 'Preview'] as const

type Pane = (typeof PANES)[number]

/** From 1100 px both panes stand side by side. */
const HIDDEN = 'max-[68.75rem]:hidden'

/** Chooses between form and preview where the screen has room for one. */
function PaneChoice({ chosen, onChoose }: { chosen: Pane; onChoose: (pane: Pane) => void }) {
  return (
    <fieldset className="-mt-3 mb-5 flex gap-6 border-line border-b min-[68.75rem]:hidden">
      <legend className="sr-only">Shown</legend>
      {PANES.map((pane) => (
        <button
          key={pane}
          type="button"
          aria-pressed={pane === chosen}
          className="tab aria-pressed:border-b-accent aria-pressed:text-accent"
          onClick={() => onChoose(pane)}
        >
          {pane}
        </button>
      ))}
    </fieldset>
  )
}

type ConflictProps = { conflict: NonNullable<ReturnType<typeof useJobForm>['conflict']>; isSaving: boolean }

/** The edit conflict of fields that another admin changed too. */
function Conflict({ conflict: { stored, fields, saveMine, acceptStored }, isSaving }: ConflictProps) {
  const texts = formValuesOf(stored)
  return (
    <div className="mb-6">
      <EditConflictNotice
        fields={fields.map((field) => ({
          label: labelOf(field),
          stored: field === 'questions' ? stored.questions.map(({ text }) => text).join('\n') : texts[field],
        }))}
        history={pathTo(ADMIN_API.jobHistory, stored.id)}
        isChange={({ action }) => action === 'edited' || action === 'filled'}
        isSaving={isSaving}
        onSaveMine={saveMine}
        onAcceptStored={acceptStored}
      />
    </div>
  )
}
