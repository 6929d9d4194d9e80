import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { User } from '../../../contract/accounts/account.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { cleanLine } from '../../../contract/wire/text-rules.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useFailureNotice } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { ownAccountQuery, saveDisplayName } from '../api/own-account-api.ts'

/** Sets the name that signs the messages of the signed-in admin. */
export function DisplayNameDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const { token } = useAuth()
  const saving = useSave(onClose)
  return (
    <Dialog
      onClose={onClose}
      staysOpenOnOutsideClick
      title="Your name"
      description="It signs the messages that you send, and colleagues read it where you did something."
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={saving.isPending}>
            Save name
          </Button>
        </>
      }
    >
      <Loaded query={useQuery(ownAccountQuery(token))} loading={null} failure="Your name could not be loaded.">
        {(account) => <NameForm id={formId} account={account} onSave={saving.mutate} />}
      </Loaded>
    </Dialog>
  )
}

type NameFormProps = { id: string; account: User; onSave: (displayName: string | null) => void }

function NameForm({ id, account, onSave }: NameFormProps) {
  const [name, setName] = useState(account.displayName ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(cleanLine(name) || null)
  }
  return (
    <form id={id} noValidate aria-label="Your name" onSubmit={submit}>
      <TextField
        ref={focusFirst}
        label="Name"
        isStandalone
        autoComplete="name"
        maxLength={MAXIMUM.displayName}
        hint={`Such as Ana Ruiz. Leave it empty and the company signs. You sign in as ${account.username} as before.`}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </form>
  )
}

/**
 * The field may come after its dialog, which has the focus by then. Otherwise the dialog gives it the focus itself, and notes
 * before where the focus goes back to.
 */
function focusFirst(field: HTMLInputElement | null) {
  if (document.activeElement?.closest('[role=dialog]')) field?.focus()
}

function useSave(onSaved: () => void) {
  const client = useQueryClient()
  const { token } = useAuth()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: saveDisplayName,
    onSuccess: ({ displayName }) => {
      client.setQueryData(ownAccountQuery(token).queryKey, (account) => account && { ...account, displayName })
      toast({ title: displayName === null ? 'The company signs your messages' : `You sign as ${displayName}` })
      onSaved()
    },
    onError: (failure) => showFailure(failure, { title: 'Name was not saved', description: 'Please try again' }),
  })
}
