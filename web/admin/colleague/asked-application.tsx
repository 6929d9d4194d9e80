import type { LinkedQuestion } from '../../../contract/team/colleague-questions.ts'
import { formatDay } from '../../ui/text/date-formats.ts'
import { AnswerList } from '../questions/given-answers.tsx'
import { AnswerSection } from './answer-section.tsx'
import { AskedResume } from './asked-resume.tsx'
import { AskedScorecard } from './asked-scorecard.tsx'
import './colleague.css'

type AskedApplicationProps = { askedBy: string; asked: NonNullable<LinkedQuestion['asked']>; token: string }

/** The question, the resume and the answers of an applicant, and the form of an answer: everything on one page. */
export function AskedApplication({ askedBy, asked, token }: AskedApplicationProps) {
  const { applicant, job, appliedAt, question, note, questionAnswers, resume, scorecard, email } = asked
  return (
    <div className="wrap colleague">
      <header className="colleague-head">
        <h1 className="text-2xl wrap-anywhere">
          <bdi>{applicant}</bdi>
        </h1>
        <p className="wrap-anywhere text-ink-muted">
          <bdi>{job ?? 'General application'}</bdi>, applied{' '}
          <time dateTime={appliedAt} className="whitespace-nowrap">
            {formatDay(appliedAt)}
          </time>
        </p>
      </header>
      <aside className="colleague-side" aria-label="Question and answer">
        <section aria-labelledby="asked-question" className="grid gap-2">
          <h2 id="asked-question" className="text-base">
            <bdi>{askedBy}</bdi> asks
          </h2>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap border-accent border-l-4 pl-4">
            {question}
          </p>
        </section>
        {scorecard ? (
          <AskedScorecard scorecard={scorecard} name={asked.name ?? email} token={token} />
        ) : (
          <AnswerSection asked={asked} askedBy={askedBy} token={token} />
        )}
      </aside>
      <div className="colleague-main">
        {questionAnswers.length > 0 && (
          <section aria-labelledby="given-answers" className="grid gap-3">
            <h2 id="given-answers" className="text-lg">
              Answers
            </h2>
            <AnswerList questionAnswers={questionAnswers} />
          </section>
        )}
        {note && (
          <section aria-labelledby="note" className="grid gap-3">
            <h2 id="note" className="text-lg">
              Note
            </h2>
            <p dir="auto" className="wrap-anywhere measure whitespace-pre-wrap">
              {note}
            </p>
          </section>
        )}
        <AskedResume resume={resume} token={token} />
      </div>
    </div>
  )
}
