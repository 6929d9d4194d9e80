import { useId, useState } from 'react'
import type { Question } from '../../../contract/jobs/question.ts'
import { ANSWER_MARKS, type AnswerMark } from '../../../contract/jobs/question-kinds.ts'
import { MARK_NAMES } from './answer-mark.tsx'
import { markOf, withMark } from './question-changes.ts'

type AnswerMarksProps = {
  question: Question
  /** Those that it offers. */
  answers: readonly string[]
  onChange: (question: Question) => void
}

/** Which answers mark an application. */
export function AnswerMarks({ question, answers, onChange }: AnswerMarksProps) {
  const id = useId()
  const marked = question.lookAtFirst.length + question.probablyNot.length
  const [isOpenAtFirst] = useState(marked > 0)
  return (
    <details aria-label="Mark answers" open={isOpenAtFirst}>
      <summary className="w-fit cursor-pointer py-1 font-semibold text-accent text-sm">
        Mark answers{marked > 0 && ` (${marked} marked)`}
      </summary>
      <p className="measure mt-1 text-ink-muted text-sm">
        A mark is shown to you beside the application. It refuses nobody, and applicants do not see it.
      </p>
      <ul className="mt-2 grid list-none gap-2 p-0">
        {answers.map((answer, index) => (
          <li key={answer} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3">
            <label htmlFor={`${id}-${index}`} className="wrap-anywhere text-sm">
              {answer}
            </label>
            <select
              id={`${id}-${index}`}
              value={markOf(question, answer) ?? ''}
              className="h-11 rounded-md border border-control bg-panel px-2 text-sm md:h-9"
              onChange={({ currentTarget }) =>
                onChange(withMark(question, answer, (currentTarget.value || null) as AnswerMark | null))
              }
            >
              <option value="">No mark</option>
              {ANSWER_MARKS.map((mark) => (
                <option key={mark} value={mark}>
                  {MARK_NAMES[mark]}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </details>
  )
}
