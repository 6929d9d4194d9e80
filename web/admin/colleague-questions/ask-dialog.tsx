import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Application } from '../../../contract/applications/application.ts'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { failureMessage, refusedFields } from '../../api/api-error.ts'
import { isSessionOver } from '../../session/end-session.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { MadeLinkDialog } from '../../ui/dialog/made-link-dialog.tsx'
import { TextAreaField, TextField } from '../../ui/form/field.tsx'
import { LinkWayField } from '../../ui/form/link-way-field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { useAsk } from './questions-api.ts'

type AskDialogProps = { application: Pick<Application, 'id' | 'name'>; sendsMail: boolean; onClose: () => void }

type Faults = Readonly<Record<string, string>>

/** Asks a colleague without an account about an applicant, by mail or by a link that is shown once. */
export function AskDialog({ application, sendsMail, onClose }: AskDialogProps) {
  const [fields, setFields] = useState({ email: '', question: '' })
  const [byMail, setByMail] = useState(sendsMail)
  const [faults, setFaults] = useState<Faults>({})
  const [url, setUrl] = useState<string | null>(null)
  const emailInput = useRef<HTMLInputElement>(null)
  const ask = useAsk(application.id)
  const works = `It works for ${COLLEAGUE_QUESTION.linkDays} days.`
  if (url !== null) return <MadeLinkDialog name={fields.email} url={url} works={works} onClose={onClose} />

  const change = (part: Partial<typeof fields>) => {
    setFields({ ...fields, ...part })
    setFaults(Object.fromEntries(Object.entries(faults).filter(([path]) => !(path in part))))
  }
  const submit = () => {
    const found: Faults = {
      ...(fields.email.trim() === '' && { email: 'Enter the address of the colleague' }),
      ...(fields.question.trim() === '' && { question: 'Write a question' }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    ask.mutate(
      { email: fields.email.trim(), question: fields.question.trim(), byMail },
      {
        onSuccess: (made) => {
          if (made.url !== null) return setUrl(made.url)
          toast({ title: 'Question is on its way', description: made.question.email })
          onClose()
        },
        onError: (error) => flushSync(() => setFaults(refusedFields(error))),
      },
    )
  }
  const hasFieldFault = Object.keys(faults).length > 0
  return (
    <FormDialog
      title="Ask a colleague about"
      subject={application.name}
      description={`The colleague needs no account: a private link shows the resume, the answers and your question. ${works}`}
      formName="Ask a colleague"
      action={byMail ? 'Send question' : 'Create link'}
      initialFocus={emailInput}
      failure={ask.error && !hasFieldFault && !isSessionOver(ask.error) ? failureMessage(ask.error) : null}
      isDirty={fields.email !== '' || fields.question !== ''}
      isBusy={ask.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={emailInput}
        label="Email address"
        type="email"
        inputMode="email"
        autoComplete="off"
        value={fields.email}
        error={faults.email}
        onChange={({ target }) => change({ email: target.value })}
      />
      <TextAreaField
        label="Question"
        maxLength={COLLEAGUE_QUESTION.longest}
        value={fields.question}
        error={faults.question}
        onChange={({ target }) => change({ question: target.value })}
      />
      <LinkWayField sendsMail={sendsMail} byMail={byMail} fault={faults.byMail} onChange={setByMail} />
    </FormDialog>
  )
}
