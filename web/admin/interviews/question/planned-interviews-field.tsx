import { type RefObject, useId } from 'react'
import { INTERVIEW_CHOICES, type InterviewChoice } from '../../../../contract/interviews/interview-terms.ts'
import { usePageData } from '../../../layout/page-data-context.ts'
import { describeAhead, describeTelling } from './ahead-texts.ts'
import type { WithInterview } from './interviews-ahead.ts'

type PlannedInterviewsFieldProps = {
  /** Whose interviews lie ahead, as `withInterviewAhead` finds them; without any the field is not shown. */
  ahead: readonly WithInterview[]
  /** `cancel` unless chosen otherwise, as on the server. */
  value: InterviewChoice
  onChange: (choice: InterviewChoice) => void
  /** The choice that is usual, for the focus of a dialog. */
  usual?: RefObject<HTMLInputElement | null>
}

/** Asks within a dialog what becomes of planned interviews. The choice travels as `interviews` of the change. */
export function PlannedInterviewsField({ ahead, value, onChange, usual }: PlannedInterviewsFieldProps) {
  const { sendsMail } = usePageData()
  const name = useId()
  if (ahead.length === 0) return null
  const them = ahead.length === 1 ? 'it' : 'them'
  const labels: Record<InterviewChoice, string> = {
    cancel: sendsMail ? `Cancel ${them} and tell those invited` : `Cancel ${them}`,
    keep: `Keep ${them}`,
  }
  return (
    <fieldset className="min-w-0">
      <legend className="wrap-anywhere text-balance font-semibold">
        <bdi>{describeAhead(ahead)}</bdi>
      </legend>
      <div className="flex flex-wrap gap-x-8">
        {INTERVIEW_CHOICES.map((choice) => (
          <label key={choice} className="flex min-h-11 min-w-0 cursor-pointer items-center gap-3">
            <input
              ref={choice === 'cancel' ? usual : undefined}
              type="radio"
              name={name}
              value={choice}
              checked={value === choice}
              aria-describedby={choice === 'cancel' ? `${name}-telling` : undefined}
              className="size-5 shrink-0 accent-accent"
              onChange={() => onChange(choice)}
            />
            <span className="min-w-0">{labels[choice]}</span>
          </label>
        ))}
      </div>
      <p id={`${name}-telling`} className="text-ink-muted text-sm">
        {value === 'cancel' ? describeTelling(ahead, sendsMail) : 'Nobody is told anything about an interview.'}
      </p>
    </fieldset>
  )
}
