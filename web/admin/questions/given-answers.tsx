import type { Application } from '../../../contract/applications/application.ts'
import type { QuestionAnswer } from '../../../contract/jobs/question.ts'
import { QUESTION_KINDS } from '../../../contract/jobs/question-kinds.ts'
import { MarkTag } from './answer-mark.tsx'

/** The answers of an application to the questions of its posting, as they were asked then; nothing without any. */
export function GivenAnswers({ questionAnswers }: Pick<Application, 'questionAnswers'>) {
  if (questionAnswers.length === 0) return null
  return (
    <section aria-labelledby="given-answers">
      <h3 id="given-answers" className="mb-2 text-base">
        Answers
      </h3>
      <AnswerList questionAnswers={questionAnswers} />
    </section>
  )
}

/** Answers below what was asked, with their marks for those who may see them. */
export function AnswerList({ questionAnswers }: { questionAnswers: readonly ShownAnswer[] }) {
  return (
    <dl className="own-direction grid gap-3">
      {questionAnswers.map((answer) => (
        <div key={answer.question} className="wrap-anywhere">
          <dt className="text-ink-muted text-sm">{answer.question}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-3 gap-y-1 whitespace-pre-wrap">
            <Answer {...answer} />
            {answer.mark && <MarkTag mark={answer.mark} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** An answer as colleagues without an account get it has no mark. */
type ShownAnswer = Omit<QuestionAnswer, 'mark'> & Partial<Pick<QuestionAnswer, 'mark'>>

/** One answer; an address as a link, behind which the page learns nothing of this one. */
function Answer({ kind, answer: [first, ...others] }: Pick<QuestionAnswer, 'kind' | 'answer'>) {
  if (first === undefined) return <span className="text-ink-muted">No answer</span>
  if (QUESTION_KINDS[kind].isLink) {
    return (
      <a href={first} target="_blank" rel="noopener noreferrer nofollow" className="max-md:py-3">
        {first}
      </a>
    )
  }
  return <span className="min-w-0">{[first, ...others].join(', ')}</span>
}
