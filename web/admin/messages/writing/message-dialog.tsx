import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef } from 'react'
import { MESSAGE_KIND } from '../../../../contract/messages/message-kinds.ts'
import { UNDO_TIME_TEXT } from '../../../../contract/wire/undo-time.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SelectField } from '../../../ui/form/field.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { mailStatusQuery } from '../messages-api.ts'
import { MessageFields, RestoredNote } from './message-fields.tsx'
import { RecipientPreview } from './recipient-preview.tsx'
import { type Recipient, useMessageForm } from './use-message-form.ts'
import { templatesQuery } from './writing-api.ts'

/** What the dialog takes; the recipients stay the same while it is open. */
export type MessageDialogProps = {
  recipients: readonly Recipient[]
  /** What the subject begins as; empty without it. */
  subject?: string
  /** Called when the message is queued, before it closes. */
  onSent?: (() => void) | undefined
  onClose: () => void
}

const WAIT = `It leaves in ${UNDO_TIME_TEXT}; until then it can be cancelled.`
const WAIT_FOR_SEVERAL = `They leave in ${UNDO_TIME_TEXT}; until then each can be cancelled.`
const NO_SERVER = 'No mail server is configured: the message is kept under Messages, to copy or to send by hand.'

/** Writes a message to one applicant or several; each gets a message of their own. Closing it keeps what was typed. */
export function MessageDialog({ recipients, subject, onSent, onClose }: MessageDialogProps) {
  const formId = useId()
  const subjectField = useRef<HTMLInputElement>(null)
  const { token } = useAuth()
  const { data: mail } = useQuery(mailStatusQuery(token))
  const form = useMessageForm(
    recipients,
    () => {
      onSent?.()
      onClose()
    },
    subject,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  const [first] = recipients
  const isOne = recipients.length === 1
  return (
    <Dialog
      title={isOne ? 'Message to' : `Message to ${formatCount(recipients.length)} applicants`}
      subject={isOne ? first?.name : undefined}
      description={mail?.isConfigured === false ? NO_SERVER : isOne ? WAIT : WAIT_FOR_SEVERAL}
      isWide
      staysOpenOnOutsideClick={form.isDirty}
      initialFocus={subjectField}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {form.isDirty ? 'Close and keep the text' : 'Cancel'}
          </Button>
          <Button type="submit" form={formId} isBusy={form.isSending}>
            {isOne ? 'Send message' : `Send ${formatCount(recipients.length)} messages`}
          </Button>
        </>
      }
    >
      <div className="grid gap-8 lg:grid-cols-2">
        <form id={formId} noValidate aria-label="Message" className="grid content-start gap-4" onSubmit={submit}>
          {form.isRestored && <RestoredNote />}
          <StartChoice form={form} />
          <MessageFields form={form} subjectField={subjectField} />
        </form>
        <RecipientPreview recipients={recipients} text={form.valid} keepsLast={form.isDirty} />
      </div>
    </Dialog>
  )
}

/** Begins with a stored text; what was typed is never replaced, only cleared on request. */
function StartChoice({ form }: { form: ReturnType<typeof useMessageForm> }) {
  const { token } = useAuth()
  const { data: templates } = useQuery(templatesQuery(token))
  if (form.isDirty) {
    return (
      <Button tone="quiet" className="-ml-3 justify-self-start" onClick={form.clear}>
        Begin anew
      </Button>
    )
  }
  return (
    <SelectField
      label="Begin with"
      isStandalone
      className="max-w-72"
      value=""
      onChange={(event) => {
        const chosen = templates?.find(({ kind }) => kind === event.target.value)
        if (chosen) form.change({ subject: chosen.subject, body: chosen.body })
      }}
    >
      <option value="">An empty message</option>
      {templates?.map(({ kind }) => (
        <option key={kind} value={kind}>
          {MESSAGE_KIND[kind].name}
        </option>
      ))}
    </SelectField>
  )
}
