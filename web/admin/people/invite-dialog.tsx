import { useState } from 'react'
import type { MadeInvitation } from '../../../contract/accounts/people.ts'
import { cleanLine } from '../../../contract/wire/text-rules.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { MadeLinkDialog } from '../../ui/dialog/made-link-dialog.tsx'
import { LinkWayField } from '../../ui/form/link-way-field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { useInvite } from './people-api.ts'
import { ADDRESS_USES, INVITATION_WORKS } from './people-texts.ts'
import { PersonFieldset } from './person-fieldset.tsx'
import { invitationOf, NEW_PERSON } from './person-form.ts'
import { usePersonForm } from './use-person-form.ts'

/** Invites a person, by mail or by a link that is shown once. */
export function InviteDialog({ sendsMail, onClose }: { sendsMail: boolean; onClose: () => void }) {
  const [made, setMade] = useState<MadeInvitation>()
  if (made?.url)
    return (
      <MadeLinkDialog works={INVITATION_WORKS} name={made.invitation.displayName} url={made.url} onClose={onClose} />
    )
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
  const form = usePersonForm({ ...NEW_PERSON, byMail: sendsMail })
  const invite = useInvite()
  const { displayName, email, byMail } = form.fields
  const submit = () => {
    const isRight = form.check({
      ...(cleanLine(displayName) === '' && { displayName: 'Name is required' }),
      ...(byMail && cleanLine(email) === '' && { email: 'Enter the address to which the invitation goes' }),
    })
    if (isRight) invite.mutate(invitationOf(form.fields, byMail), { onSuccess: onMade, onError: form.showRefusal })
  }
  return (
    <FormDialog
      title="Invite a person"
      description="The link works once, for 72 hours. Behind it the person chooses a username and a password."
      formName="Invite a person"
      action={byMail ? 'Send invitation' : 'Create link'}
      initialFocus={form.firstInput}
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
        emailHint={emailHintOf(sendsMail, byMail)}
      />
      <LinkWayField
        sendsMail={sendsMail}
        byMail={byMail}
        fault={form.faults.byMail}
        onChange={(chosen) => form.change({ byMail: chosen })}
      />
    </FormDialog>
  )
}

function emailHintOf(sendsMail: boolean, byMail: boolean): string {
  if (byMail) return `For the invitation, ${ADDRESS_USES}.`
  return sendsMail ? `For ${ADDRESS_USES}.` : `For ${ADDRESS_USES}, once mail is set up.`
}
