import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type MailStatus, testMailSchema } from '../../../contract/messages/messages.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { useSentFault } from '../../ui/form/use-sent-faults.ts'
import { MailOutageNotice } from '../messages/mail-notice.tsx'
import { sendTestMail } from '../messages/messages-api.ts'

/** Whether and from where mail leaves, and a message that tries it. */
export function MailServer({ status: { isConfigured, from, server } }: { status: MailStatus }) {
  if (!isConfigured)
    return (
      <p className="measure">
        No mail server is configured, so nothing is sent. Set <code>SMTP_URL</code> and <code>MAIL_FROM</code> in the
        environment of the server, and start it again.
      </p>
    )
  return (
    <>
      <p className="measure">
        Messages leave from <strong>{from}</strong> through <span className="font-mono">{server}</span>.
      </p>
      <MailOutageNotice linksToMessages />
      <TestMessage />
    </>
  )
}

function TestMessage() {
  const [to, setTo] = useState('')
  const fault = testMailSchema.safeParse({ to: to.trim() }).error?.issues[0]?.message
  const { shown, noteAttempt } = useSentFault(fault)
  const showFailure = useFailureNotice()
  const sending = useMutation({
    mutationFn: sendTestMail,
    retry: false,
    onError: (failure) => showFailure(failure, { title: 'No test message was sent', description: 'Please try again' }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    noteAttempt()
    if (!fault) sending.mutate(to.trim())
  }
  return (
    <form noValidate className="grid justify-items-start gap-4" onSubmit={submit}>
      <TextField
        label="Send a test message to"
        isStandalone
        type="email"
        autoComplete="email"
        className="w-full max-w-96"
        value={to}
        onChange={(event) => setTo(event.target.value)}
        error={shown}
      />
      <Button type="submit" tone="secondary" isBusy={sending.isPending}>
        Send a test message
      </Button>
      {sending.data && (
        <p role="status" className={`measure text-sm ${sending.data.isSent ? '' : 'text-signal-red'}`}>
          {sending.data.isSent ? 'Sent. The server answered: ' : 'Not sent. '}
          <span className="break-words font-mono">{sending.data.response}</span>
        </p>
      )}
    </form>
  )
}
