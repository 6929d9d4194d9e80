import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { AskedQuestion } from '../../../contract/team/colleague-questions.ts'
import { VERDICT_WORDS, VERDICTS, type Verdict } from '../../../contract/team/verdicts.ts'
import { COMMENT } from '../../../contract/wire/limits.ts'
import { failureMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextAreaField } from '../../ui/form/field.tsx'
import { formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { toast } from '../../ui/toast/toast.ts'
import { useLeaveWarning } from '../../ui/use-leave-warning.ts'
import { askedQuestionQuery, sendAnswer } from './asked-api.ts'

/** What the colleague has answered, and the form of an answer. */
export function AnswerForm({ asked, token }: { asked: NonNullable<AskedQuestion['asked']>; token: string }) {
  const { answers, email } = asked
  const form = useAnswer(token)
  const name = useId()
  return (
    <section aria-label="Your answer" className="grid gap-4">
      {answers.length > 0 && (
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
      )}
      <form noValidate aria-label="Answer" className="grid gap-4" onSubmit={form.submit}>
        <fieldset aria-describedby={form.fault ? `${name}-error` : undefined} className="grid gap-2">
          <legend className="mb-2 font-semibold">{answers.length > 0 ? 'Answer again' : 'Your answer'}</legend>
          {VERDICTS.map((verdict) => (
            <label key={verdict} className="verdict-choice">
              <input
                type="radio"
                name={name}
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
    </section>
  )
}

function useAnswer(token: string) {
  const client = useQueryClient()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [comment, setComment] = useState('')
  const [fault, setFault] = useState<string>()
  const sending = useMutation({
    mutationFn: (answer: { verdict: Verdict; comment: string | null }) => sendAnswer(token, answer),
    onSuccess: () => {
      toast({ title: 'Thank you', description: 'Your answer was sent.' })
      setVerdict(null)
      setComment('')
      return client.invalidateQueries({ queryKey: askedQuestionQuery(token).queryKey })
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
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (verdict === null) return setFault('Choose an answer')
      if (!sending.isPending) sending.mutate({ verdict, comment: comment.trim() || null })
    },
  }
}
