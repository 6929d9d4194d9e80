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
