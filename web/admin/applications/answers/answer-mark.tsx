import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Application } from '../../../../contract/application.ts'
import { ANSWER_MARKS, type AnswerMark } from '../../../../contract/vocabulary.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'

/** What the marks are called. */
export const MARK_NAMES: Readonly<Record<AnswerMark, string>> = {
  look_at_first: 'look at first',
  probably_not: 'probably not',
}

const TONES: Readonly<Record<AnswerMark, BadgeTone>> = { look_at_first: 'green', probably_not: 'grey' }

/** The marks that the answers of an application have, each once. */
export function marksOf({ questionAnswers }: Pick<Application, 'questionAnswers'>): AnswerMark[] {
  return ANSWER_MARKS.filter((mark) => questionAnswers.some((answer) => answer.mark === mark))
}

/** What a question says about an answer, in its words. */
export function MarkBadge({ mark }: { mark: AnswerMark }) {
  return <Badge tone={TONES[mark]}>{MARK_NAMES[mark]}</Badge>
}

const SIGNS = { look_at_first: ArrowUp, probably_not: ArrowDown } as const
const COLOURS = { look_at_first: 'text-signal-green', probably_not: 'text-signal-grey' } as const

/** The same in the room of a letter, for a row of one line. */
export function MarkSign({ mark }: { mark: AnswerMark }) {
  const Sign = SIGNS[mark]
  return (
    <span title={`Answers: ${MARK_NAMES[mark]}`} className={`shrink-0 ${COLOURS[mark]}`}>
      <Sign aria-hidden="true" className="size-4" />
      <span className="sr-only">{MARK_NAMES[mark]}</span>
    </span>
  )
}
