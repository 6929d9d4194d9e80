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

const LABELS = { feedback: 'Feedback', interviewDate: 'Interview date' } as const satisfies Record<
  keyof DetailsDraft,
  string
>

/** The history's action for a change of each field. */
const CHANGE_OF = { feedback: 'feedback_changed', interviewDate: 'interview_date_changed' } as const

type AssessmentProps = {
  application: Application
  form: ReturnType<typeof useDetailsForm>
  /** For a key that leads to the feedback. */
  feedbackField?: RefObject<HTMLTextAreaElement | null> | undefined
  /** Whether it is part of a review: it then stays in view, and the list of interviews has their dates. */
  isInReview: boolean
  /** Shown under the feedback. */
  note?: ReactNode
  /** Called when a field loses the focus. */
  onLeave?: (() => void) | undefined
}

/** The admin's feedback and interview date, and the notice of an edit conflict. */
export function Assessment(props: AssessmentProps) {
  const { application, form, isInReview, note, onLeave } = props
  const { fields, write, conflicts } = form
  const ownFeedback = useRef<HTMLTextAreaElement>(null)
  const interviewDate = useRef<HTMLInputElement>(null)
  const feedback = props.feedbackField ?? ownFeedback
  const acceptStored = () => {
    const field = conflicts.includes('feedback') ? feedback : interviewDate
    form.acceptStored()
    field.current?.focus()
  }
  const writeDate = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    write({ interviewDate: readDateInput(currentTarget) })
  return (
    <section className="assessment" aria-label="Assessment" data-action-bar={isInReview || undefined}>
      {conflicts.length > 0 && (
        <EditConflictNotice
          fields={conflicts.map((field) => ({ label: LABELS[field], stored: describeStored(field, form.stored) }))}
          history={pathTo(ADMIN_API.applicationHistory, application.id)}
          isChange={({ action }) => conflicts.some((field) => action === CHANGE_OF[field])}
          isSaving={form.isSaving}
          onSaveMine={form.saveMine}
          onAcceptStored={acceptStored}
        />
      )}
      {!isInReview && (
        <TextField
          ref={interviewDate}
          label={LABELS.interviewDate}
          isStandalone
          type="datetime-local"
          min={`${CHOSEN_YEARS.first}-01-01T00:00`}
          max={`${CHOSEN_YEARS.last}-12-31T23:59`}
          error={form.errors.interviewDate}
          className="sm:max-w-xs"
          value={fields.interviewDate}
          // While a date is incomplete, its value stays empty: React then reports no change, and the browser no input.
          onInput={writeDate}
          onKeyUp={(event) => {
            const { value, validity } = event.currentTarget
            if (value === '' && (validity.badInput || REMOVING_KEYS.has(event.key))) writeDate(event)
          }}
          onBlur={onLeave}
        />
      )}
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

const REMOVING_KEYS: ReadonlySet<string> = new Set(['Backspace', 'Delete'])

function describeStored(
  field: keyof DetailsDraft,
  { feedback, interviewDate }: Pick<Application, 'feedback' | 'interviewDate'>,
): string {
  return field === 'feedback' ? (feedback ?? '') : interviewDate ? formatDayAndTime(interviewDate) : ''
}
