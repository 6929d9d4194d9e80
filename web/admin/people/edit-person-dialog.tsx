import { useId } from 'react'
import type { Person } from '../../../contract/accounts/people.ts'
import { failureMessage } from '../../api/api-error.ts'
import { readUser } from '../../api/auth-store.ts'
import { isSessionOver } from '../../session/end-session.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { usePersonChange } from './people-api.ts'
import { nameOf } from './people-query.ts'
import { ADDRESS_USES } from './people-texts.ts'
import { PersonFieldset } from './person-fieldset.tsx'
import { changeOf, fieldsOf } from './person-form.ts'
import { usePersonForm } from './use-person-form.ts'

type EditPersonDialogProps = { person: Person; isLastOwner: boolean; onClose: () => void }

/** Changes the name, the address, the role and the postings of a person. */
export function EditPersonDialog({ person, isLastOwner, onClose }: EditPersonDialogProps) {
  const form = usePersonForm(fieldsOf(person))
  const saving = usePersonChange(person)
  const submit = () => {
    const change = changeOf(person, form.fields)
    if (!change) {
      onClose()
      return
    }
    form.check({})
    saving.mutate(change, {
      onSuccess: (saved) => {
        toast({ title: `${nameOf(saved)} saved` })
        onClose()
      },
      onError: form.showRefusal,
    })
  }
  return (
    <FormDialog
      title="Edit"
      subject={nameOf(person)}
      description="Changes apply at once."
      formName="Person"
      action="Save"
      initialFocus={form.firstInput}
      failure={form.failure}
      isDirty={form.isDirty}
      isBusy={saving.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFieldset
        {...form}
        onChange={form.change}
        isNameOptional
        isLastOwner={isLastOwner}
        emailHint={`For ${ADDRESS_USES}.`}
      >
        {form.fields.email === person.email && (
          <ConfirmAddress person={person} onConfirmed={() => focusAddress(form.firstInput.current)} />
        )}
      </PersonFieldset>
    </FormDialog>
  )
}

type ConfirmAddressProps = { person: Person; onConfirmed: () => void }

/** That the person typed the address, and the button that confirms it at once. Nobody confirms the own one. */
function ConfirmAddress({ person, onConfirmed }: ConfirmAddressProps) {
  const noteId = useId()
  const confirming = usePersonChange(person)
  const { email, isEmailConfirmed } = confirming.data ?? person
  if (email === null || isEmailConfirmed || person.id === readUser()?.id) return null
  const confirm = () =>
    confirming.mutate(
      { email },
      {
        onSuccess: () => {
          toast({ title: 'Address confirmed', description: email })
          onConfirmed()
        },
      },
    )
  return (
    <div className="grid justify-items-start gap-1 border-signal-amber border-l-4 pl-4">
      <p id={noteId} className="text-sm">
        This person typed the address. Until you confirm it, an invitation to an interview brings a private link to it.
      </p>
      {confirming.error && !isSessionOver(confirming.error) && <p role="alert">{failureMessage(confirming.error)}</p>}
      <Button tone="quiet" className="-ml-2" aria-describedby={noteId} isBusy={confirming.isPending} onClick={confirm}>
        Confirm address
      </Button>
    </div>
  )
}

/** The button goes once it has done its work. */
function focusAddress(nameInput: HTMLInputElement | null) {
  nameInput?.form?.querySelector<HTMLElement>('[type=email]')?.focus()
}
