import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Application } from '../../../contract/applications/application.ts'
import { type AnswerMark, marksIn } from '../../../contract/jobs/question-kinds.ts'

/** What the marks are called. */
export const MARK_NAMES: Readonly<Record<AnswerMark, string>> = {
  look_at_first: 'Look at first',
  probably_not: 'Probably not',
}

const SIGNS = { look_at_first: ArrowUp, probably_not: ArrowDown } as const

/** The marks that the answers of an application have, each once. */
export function marksOf({ questionAnswers }: Pick<Application, 'questionAnswers'>): AnswerMark[] {
  return marksIn(questionAnswers)
}

/** What a question says about an answer: quiet, so that it does not look like the status of the application. */
export function MarkTag({ mark }: { mark: AnswerMark }) {
  const Sign = SIGNS[mark]
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap border border-line px-1 text-ink-muted text-sm">
      <Sign aria-hidden="true" className="size-3.5" />
      {MARK_NAMES[mark]}
    </span>
  )
}

/** The same in the room of a letter, for a row of one line. */
export function MarkSign({ mark }: { mark: AnswerMark }) {
  const Sign = SIGNS[mark]
  return (
    <span title={`Answers: ${MARK_NAMES[mark]}`} className="shrink-0 text-ink-muted">
      <Sign aria-hidden="true" className="size-4" />
      <span className="sr-only">{MARK_NAMES[mark]}</span>
    </span>
  )
}
