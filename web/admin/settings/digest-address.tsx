import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accountEmailSchema } from '../../../contract/accounts/account.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useFailureNotice } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { TextField } from '../../ui/form/field.tsx'
import { useSentFault } from '../../ui/form/use-sent-faults.ts'
import { toast } from '../../ui/toast/toast.ts'
import { ownEmailQuery, saveOwnEmail } from '../api/settings-api.ts'
import { SaveRow } from './save-row.tsx'
import { SettingsCard } from './settings-card.tsx'

/** Where the signed-in admin gets the daily digest. */
export function DigestAddress() {
  const { token } = useAuth()
  return (
    <Loaded
      query={useQuery(ownEmailQuery(token))}
      loading={null}
      failure="The address of your digest could not be loaded."
    >
      {({ email }) => (
        <SettingsCard
          title="Your daily digest"
          note="A mail with the names of those who wait longer than promised or do not know the decision. Only you get it at this address."
        >
          <AddressForm stored={email ?? ''} />
        </SettingsCard>
      )}
    </Loaded>
  )
}

function AddressForm({ stored }: { stored: string }) {
  const [address, setAddress] = useState(stored)
  const parsed = accountEmailSchema.safeParse({ email: address.trim() || null })
  const { shown, noteAttempt } = useSentFault(parsed.error?.issues[0]?.message)
  const saving = useSave()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    noteAttempt()
    if (parsed.success) saving.mutate(parsed.data.email)
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <TextField
        label="Your email address"
        isStandalone
        type="email"
        autoComplete="email"
        className="w-full max-w-96"
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        error={shown}
        hint="Leave it empty to get no digest."
      />
      <SaveRow label="Save address" isBusy={saving.isPending} />
    </form>
  )
}

function useSave() {
  const client = useQueryClient()
  const { token } = useAuth()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: saveOwnEmail,
    onSuccess: (stored) => {
      client.setQueryData(ownEmailQuery(token).queryKey, stored)
      toast({ title: stored.email === null ? 'You get no digest any more' : 'Address saved' })
    },
    onError: (failure) => showFailure(failure, { title: 'Address was not saved', description: 'Please try again' }),
  })
}
