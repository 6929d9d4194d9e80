import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { LinkedQuestion } from '../../../contract/team/colleague-questions.ts'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { failureMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { formatDay } from '../../ui/text/date-formats.ts'
import { askedQuestionQuery, openLink, sendCode } from './asked-api.ts'
import { ColleagueCard } from './colleague-card.tsx'
import { storeDevice } from './known-device.ts'

/** Opens the link on this device: by a press, so that no program that looks into mails does, and by a code beside other devices. */
export function OpenLink({ question, token }: { question: LinkedQuestion; token: string }) {
  const { askedBy, expiresAt, device } = question
  return (
    <ColleagueCard
      title={
        <>
          <bdi>{askedBy}</bdi> asks you about an applicant
        </>
      }
    >
      <p className="text-ink-muted">
        You need no account. What you read is confidential. The link is yours alone and works until{' '}
        <time dateTime={expiresAt} className="whitespace-nowrap">
          {formatDay(expiresAt)}
        </time>
        .
      </p>
      {device === 'new' && <WithCode question={question} token={token} />}
      {device === 'full' && <NoRoom askedBy={askedBy} />}
      {device === 'first' && <AtOnce token={token} />}
    </ColleagueCard>
  )
}

function useOpening(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string | null) => openLink(token, code),
    // A repeated try would use up another one.
    retry: false,
    onSuccess: ({ device }) => {
      storeDevice(token, device)
      return client.invalidateQueries({ queryKey: askedQuestionQuery(token).queryKey })
    },
    onError: () => client.invalidateQueries({ queryKey: askedQuestionQuery(token).queryKey }),
  })
}

function AtOnce({ token }: { token: string }) {
  const opening = useOpening(token)
  return (
    <div className="grid gap-4">
      {opening.error && <p role="alert">{failureMessage(opening.error)}</p>}
      <Button className="justify-self-start" isBusy={opening.isPending} onClick={() => opening.mutate(null)}>
        Read the question
      </Button>
    </div>
  )
}

function NoRoom({ askedBy }: { askedBy: string }) {
  return (
    <p role="alert" className="wrap-anywhere">
      This link was opened on {COLLEAGUE_QUESTION.mostDevices} devices already, and opens on no other. Read the question
      on one of them, or ask <bdi>{askedBy}</bdi> for a new link.
    </p>
  )
}

/** Another device needs a code from the mailbox: the link may have been passed on. */
function WithCode({ question: { askedBy, canSendCode }, token }: { question: LinkedQuestion; token: string }) {
  const [code, setCode] = useState('')
  const [isSent, setSent] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const opening = useOpening(token)
  const sending = useMutation({
    mutationFn: () => sendCode(token),
    retry: false,
    onSuccess: () => {
      setSent(true)
      opening.reset()
      requestAnimationFrame(() => field.current?.focus())
    },
  })
  if (!canSendCode) {
    return (
      <p role="alert" className="wrap-anywhere">
        This link was opened on another device already, and this site sends no mail. Ask <bdi>{askedBy}</bdi> for a new
        link.
      </p>
    )
  }
  const digits = code.replaceAll(/\D/g, '')
  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere">
        This link was opened on another device already. To open it here, have a code mailed to the address of the
        colleague whom <bdi>{askedBy}</bdi> asks.
      </p>
      {isSent && (
        <form
          noValidate
          aria-label="Code"
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            opening.mutate(digits)
          }}
        >
          <TextField
            ref={field}
            label="Code from the mail"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            value={code}
            error={opening.error ? failureMessage(opening.error) : undefined}
            onChange={({ target }) => setCode(target.value)}
          />
          <Button type="submit" className="justify-self-start" isBusy={opening.isPending}>
            Read the question
          </Button>
        </form>
      )}
      {sending.error && <p role="alert">{failureMessage(sending.error)}</p>}
      <Button
        tone={isSent ? 'quiet' : 'primary'}
        className="justify-self-start"
        isBusy={sending.isPending}
        onClick={() => sending.mutate()}
      >
        {isSent ? 'Send another code' : 'Send the code'}
      </Button>
    </div>
  )
}
