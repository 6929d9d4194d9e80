import type { Person } from '../../../contract/accounts/people.ts'
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
      />
    </FormDialog>
  )
}
