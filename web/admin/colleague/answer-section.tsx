import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { LinkedQuestion } from '../../../contract/team/colleague-questions.ts'
import { VERDICT_WORDS, VERDICTS, type Verdict } from '../../../contract/team/verdicts.ts'
import { COMMENT } from '../../../contract/wire/limits.ts'
import { failureMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextAreaField } from '../../ui/form/field.tsx'
import { formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { useLeaveWarning } from '../../ui/use-leave-warning.ts'
import { askedQuestionQuery, sendAnswer } from './asked-api.ts'

type Asked = NonNullable<LinkedQuestion['asked']>

type AnswerSectionProps = { asked: Asked; askedBy: string; token: string }

/** What the colleague has answered, with thanks; the form at first, and where another answer is wanted. */
export function AnswerSection({ asked: { answers, email }, askedBy, token }: AnswerSectionProps) {
  const [step, setStep] = useState<'opened' | 'answering again' | 'sent'>('opened')
  const isForm = step === 'answering again' || (step === 'opened' && answers.length === 0)
  return (
    <section aria-label="Your answer" className="grid gap-4">
      {answers.length > 0 && <Answers answers={answers} />}
      {isForm ? (
        <AnswerForm {...{ email, token }} isAgain={answers.length > 0} onSent={() => setStep('sent')} />
      ) : (
        <div className="grid justify-items-start gap-3">
          <p tabIndex={-1} ref={step === 'sent' ? focus : undefined} className="wrap-anywhere">
            Thank you. <bdi>{askedBy}</bdi> reads your answer. Nothing more is needed.
          </p>
          <Button tone="secondary" onClick={() => setStep('answering again')}>
            Answer again
          </Button>
        </div>
      )}
    </section>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

function Answers({ answers }: Pick<Asked, 'answers'>) {
  return (
    <ol aria-label="What you have answered" className="grid list-none gap-3 p-0">
      {answers.map(({ verdict, comment, at }) => (
        <li key={at} className="grid gap-1 border-line border-l-2 pl-3">
          <p className="text-ink-muted text-sm">
            You answered <time dateTime={at}>{formatShortDayAndTime(at)}</time>
          </p>
          <p className="font-semibold">{VERDICT_WORDS[verdict]}</p>
          {comment && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {comment}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

type AnswerFormProps = { email: string; token: string; isAgain: boolean; onSent: () => void }

function AnswerForm({ email, token, isAgain, onSent }: AnswerFormProps) {
  const form = useAnswer(token, onSent)
  const name = useId()
  return (
    <form noValidate aria-label="Answer" className="grid gap-4" onSubmit={form.submit}>
      <fieldset aria-describedby={form.fault ? `${name}-error` : undefined} className="grid gap-2">
        <legend className="mb-2 font-semibold">{isAgain ? 'Answer again' : 'Your answer'}</legend>
        {VERDICTS.map((verdict, index) => (
          <label key={verdict} className="verdict-choice">
            <input
              type="radio"
              name={name}
              ref={isAgain && index === 0 ? focus : undefined}
              className="size-4 shrink-0 accent-accent"
              checked={form.verdict === verdict}
              onChange={() => form.choose(verdict)}
            />
            {VERDICT_WORDS[verdict]}
          </label>
        ))}
        <FieldError id={`${name}-error`} message={form.fault} />
      </fieldset>
      <TextAreaField
        label="Comment"
        isOptional
        maxLength={COMMENT.longest}
        value={form.comment}
        onChange={({ target }) => form.write(target.value)}
      />
      {form.failure && <p role="alert">{form.failure}</p>}
      <Button type="submit" isBusy={form.isBusy} className="justify-self-start">
        Send answer
      </Button>
      <p className="wrap-anywhere text-ink-muted text-sm">
        It is signed with {email} and read by the people who decide, not by the applicant.
      </p>
    </form>
  )
}

function useAnswer(token: string, onSent: () => void) {
  const client = useQueryClient()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [comment, setComment] = useState('')
  const [fault, setFault] = useState<string>()
  const sending = useMutation({
    mutationFn: (answer: { verdict: Verdict; comment: string | null }) => sendAnswer(token, answer),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: askedQuestionQuery(token).queryKey })
      onSent()
    },
  })
  useLeaveWarning(comment.trim() !== '')
  return {
    ...{ verdict, comment, fault },
    failure: sending.error && failureMessage(sending.error),
    isBusy: sending.isPending,
    choose: (chosen: Verdict) => {
      setVerdict(chosen)
      setFault(undefined)
    },
    write: setComment,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (verdict === null) {
        setFault('Choose an answer')
        event.currentTarget.querySelector('input')?.focus()
        return
      }
      if (!sending.isPending) sending.mutate({ verdict, comment: comment.trim() || null })
    },
  }
}
