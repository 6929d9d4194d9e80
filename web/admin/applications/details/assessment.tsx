import { type ReactNode, type RefObject, useRef } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { CHOSEN_YEARS } from '../../../../contract/wire/limits.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { TextAreaField, TextField } from '../../../ui/form/field.tsx'
import { formatDayAndTime } from '../../../ui/text/date-formats.ts'
import { EditConflictNotice } from '../../history/edit-conflict-notice.tsx'
import { countFeedback, type DetailsDraft, readDateInput } from './details-draft.ts'
import type { useDetailsForm } from './use-details-form.ts'

const LABELS = { feedback: 'Feedback', interviewDate: 'Interview Date' } as const satisfies Record<
  keyof DetailsDraft,
  string
>

/** The history's action for a change of each field. */
const CHANGE_OF = { feedback: 'feedback_changed', interviewDate: 'interview_date_changed' } as const

/** The two fields, for keys that lead to them. */
export type AssessmentFields = {
  feedback: RefObject<HTMLTextAreaElement | null>
  interviewDate: RefObject<HTMLInputElement | null>
}

type AssessmentProps = {
  application: Application
  form: ReturnType<typeof useDetailsForm>
  inputs?: AssessmentFields | undefined
  /** Shown under the feedback. */
  note?: ReactNode
  /** Called when a field loses the focus. */
  onLeave?: (() => void) | undefined
  /** Called by Enter in the interview date, where a list of applications goes on. */
  onDone?: (() => void) | undefined
}

/** The admin's feedback and interview date, and the notice of an edit conflict. */
export function Assessment({ application, form, inputs, note, onLeave, onDone }: AssessmentProps) {
  const { fields, write, conflicts } = form
  const ownFeedback = useRef<HTMLTextAreaElement>(null)
  const ownInterviewDate = useRef<HTMLInputElement>(null)
  const { feedback, interviewDate } = inputs ?? { feedback: ownFeedback, interviewDate: ownInterviewDate }
  const acceptStored = () => {
    const field = conflicts.includes('feedback') ? feedback : interviewDate
    form.acceptStored()
    field.current?.focus()
  }
  const writeDate = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    write({ interviewDate: readDateInput(currentTarget) })
  return (
    <section className="assessment" aria-label="Assessment">
      {conflicts.length > 0 && (
        <EditConflictNotice
          fields={conflicts.map((field) => ({ label: LABELS[field], stored: describeStored(field, application) }))}
          history={pathTo(ADMIN_API.applicationHistory, application.id)}
          isChange={({ action }) => conflicts.some((field) => action === CHANGE_OF[field])}
          isSaving={form.isSaving}
          onSaveMine={form.saveMine}
          onAcceptStored={acceptStored}
        />
      )}
      <TextField
        ref={interviewDate}
        label={LABELS.interviewDate}
        isStandalone
        type="datetime-local"
        min={`${CHOSEN_YEARS.first}-01-01T00:00`}
        max={`${CHOSEN_YEARS.last}-12-31T23:59`}
        hint={onDone && describeDateKeys(fields.interviewDate)}
        error={form.errors.interviewDate}
        className="interview-date sm:max-w-xs"
        value={fields.interviewDate}
        // While a date is incomplete, its value stays empty: React then reports no change, and the browser no input.
        onInput={writeDate}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === 'Enter' && !ctrlKey && !metaKey) onDone?.()
        }}
        onKeyUp={(event) => {
          const { value, validity } = event.currentTarget
          if (value === '' && (validity.badInput || REMOVING_KEYS.has(event.key))) writeDate(event)
        }}
        onBlur={onLeave}
      />
      <div className="grid gap-1">
        <TextAreaField
          ref={feedback}
          label={LABELS.feedback}
          isStandalone
          hint={form.errors.feedback === undefined && countFeedback(fields.feedback)}
          error={form.errors.feedback}
          value={fields.feedback}
          onChange={(event) => write({ feedback: event.target.value })}
          onBlur={onLeave}
        />
        {note}
      </div>
    </section>
  )
}

/** Shown while the date has the focus, which the key of a decision may have moved there. */
function describeDateKeys(date: string): string {
  return `Enter, Ctrl+Enter: next ${date === '' ? 'without a date' : 'with this date'}. Esc: stay.`
}

const REMOVING_KEYS: ReadonlySet<string> = new Set(['Backspace', 'Delete'])

function describeStored(field: keyof DetailsDraft, { feedback, interviewDate }: Application): string {
  return field === 'feedback' ? (feedback ?? '') : interviewDate ? formatDayAndTime(interviewDate) : ''
}
