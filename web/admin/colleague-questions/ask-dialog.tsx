import { useState } from 'react'
import type { Application } from '../../../contract/applications/application.ts'
import type { MadeColleagueQuestion } from '../../../contract/team/colleague-questions.ts'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { useDialogFields } from '../../session/use-dialog-fields.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { MadeLinkDialog } from '../../ui/dialog/made-link-dialog.tsx'
import { TextAreaField, TextField } from '../../ui/form/field.tsx'
import { LinkWayField } from '../../ui/form/link-way-field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { useAsk } from './questions-api.ts'

type AskDialogProps = { application: Pick<Application, 'id' | 'name'>; sendsMail: boolean; onClose: () => void }

/** Fields at which the dialog shows what is wrong. */
const SHOWN = /^(email|question|byMail)$/

/** Asks a colleague without an account about an applicant, by mail or by a link that is shown once. */
export function AskDialog({ application, sendsMail, onClose }: AskDialogProps) {
  const form = useDialogFields({ email: '', question: '', byMail: sendsMail }, { shown: SHOWN })
  const [url, setUrl] = useState<string | null>(null)
  const ask = useAsk(application.id)
  const { fields, faults, change } = form
  const [email, question] = [fields.email.trim(), fields.question.trim()]
  const works = `It works for ${COLLEAGUE_QUESTION.linkDays} days.`
  if (url !== null) return <MadeLinkDialog name={fields.email} url={url} works={works} onClose={onClose} />

  const finish = (made: MadeColleagueQuestion) => {
    if (made.url !== null) return setUrl(made.url)
    toast({ title: 'Question is on its way', description: made.question.email })
    onClose()
  }
  const submit = () => {
    const isRight = form.check({
      ...(email === '' && { email: 'Enter the address of the colleague' }),
      ...(question === '' && { question: 'Write a question' }),
    })
    if (isRight) ask.mutate({ ...fields, email, question }, { onSuccess: finish, onError: form.showRefusal })
  }
  return (
    <FormDialog
      title="Ask a colleague about"
      subject={application.name}
      description={`The colleague needs no account: a private link shows the resume, the answers and your question. ${works}`}
      formName="Ask a colleague"
      action={fields.byMail ? 'Send question' : 'Create link'}
      initialFocus={form.firstInput}
      failure={form.failure}
      isDirty={form.isDirty}
      isBusy={ask.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={form.firstInput}
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
      <LinkWayField
        sendsMail={sendsMail}
        byMail={fields.byMail}
        fault={faults.byMail}
        onChange={(byMail) => change({ byMail })}
      />
    </FormDialog>
  )
}
