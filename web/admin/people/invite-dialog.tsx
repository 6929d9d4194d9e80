import { type ReactNode, useId, useState } from 'react'
import type { MadeInvitation } from '../../../contract/accounts/people.ts'
import { cleanLine } from '../../../contract/wire/text-rules.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { MadeLinkDialog } from './made-link-dialog.tsx'
import { useInvite } from './people-api.ts'
import { PersonFieldset } from './person-fieldset.tsx'
import { invitationOf, NEW_PERSON } from './person-form.ts'
import { usePersonForm } from './use-person-form.ts'

/** Invites a person, by mail or by a link that is shown once. */
export function InviteDialog({ sendsMail, onClose }: { sendsMail: boolean; onClose: () => void }) {
  const [made, setMade] = useState<MadeInvitation>()
  if (made?.url) return <MadeLinkDialog name={made.invitation.displayName} url={made.url} onClose={onClose} />
  const finish = (answer: MadeInvitation) => {
    setMade(answer)
    if (answer.url) return
    toast({ title: 'Invitation is on its way', description: answer.invitation.email ?? '' })
    onClose()
  }
  return <InviteForm sendsMail={sendsMail} onMade={finish} onClose={onClose} />
}

type InviteFormProps = { sendsMail: boolean; onMade: (made: MadeInvitation) => void; onClose: () => void }

function InviteForm({ sendsMail, onMade, onClose }: InviteFormProps) {
  const form = usePersonForm(NEW_PERSON)
  const [byMail, setByMail] = useState(sendsMail)
  const invite = useInvite()
  const submit = () => {
    const { displayName, email } = form.fields
    const faults = {
      ...(cleanLine(displayName) === '' && { displayName: 'Name is required' }),
      ...(byMail && cleanLine(email) === '' && { email: 'Enter the address to which the invitation goes' }),
    }
    form.showFaults(faults)
    if (Object.keys(faults).length > 0) return
    invite.mutate(invitationOf(form.fields, byMail), { onSuccess: onMade, onError: form.showRefusal })
  }
  return (
    <FormDialog
      title="Invite a person"
      description="The link works once, for 72 hours. Behind it the person chooses a username and a password."
      formName="Invite a person"
      action={byMail ? 'Send invitation' : 'Create link'}
      initialFocus={form.nameInput}
      failure={form.failure}
      isDirty={form.isDirty}
      isBusy={invite.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFieldset
        {...form}
        onChange={form.change}
        isEmailOptional={!byMail}
        emailHint="The invitation goes here, and later the daily digest."
      />
      <WayField sendsMail={sendsMail} byMail={byMail} fault={form.faults.byMail} onChange={setByMail} />
    </FormDialog>
  )
}

type WayFieldProps = {
  sendsMail: boolean
  byMail: boolean
  fault: string | undefined
  onChange: (byMail: boolean) => void
}

/** By mail, or by a link that the owner passes on. */
function WayField({ sendsMail, byMail, fault, onChange }: WayFieldProps) {
  const name = useId()
  if (!sendsMail) {
    return (
      <p className="text-ink-muted text-sm">
        This site has no mail server: you get a link, shown once, and pass it on yourself.
      </p>
    )
  }
  const choice = (value: boolean, words: ReactNode) => (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 md:min-h-9">
      <input
        type="radio"
        name={name}
        className="size-4 shrink-0 accent-accent"
        checked={byMail === value}
        onChange={() => onChange(value)}
      />
      {words}
    </label>
  )
  return (
    <fieldset aria-describedby={fault ? `${name}-error` : undefined}>
      <legend className="mb-1 font-semibold admin:font-normal admin:text-ink-muted admin:text-sm">Link</legend>
      {choice(true, 'Send it by mail')}
      {choice(false, 'Show it to me once, I pass it on myself')}
      <FieldError id={`${name}-error`} message={fault} />
    </fieldset>
  )
}
