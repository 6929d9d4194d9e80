import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountEmailSchema } from '../../../contract/accounts/account.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { createStoredDrafts } from '../../session/stored-drafts.ts'
import { useAuth } from '../../session/use-auth.ts'
import { useDraft } from '../../session/use-draft.ts'
import { TextField } from '../../ui/form/field.tsx'
import { useSentFault } from '../../ui/form/use-sent-faults.ts'
import { toast } from '../../ui/toast/toast.ts'
import { ownEmailQuery, saveOwnEmail } from '../api/settings-api.ts'
import { useChange } from './settings-form.tsx'

/** The unsaved address in this browser tab. */
export const digestAddressDrafts = createStoredDrafts<string>('digest-address-drafts')

/** Key of its only draft. */
const DRAFT = 0

/** Where the signed-in admin gets the daily digest. */
export function DigestAddress({ stored }: { stored: string }) {
  const [typed, setTyped] = useState<string>()
  const address = typed ?? stored
  const isDirty = address !== stored
  useDraft({ store: digestAddressDrafts, about: DRAFT, restore: setTyped, read: () => (isDirty ? typed : undefined) })
  const parsed = accountEmailSchema.safeParse({ email: address.trim() || null })
  const { shown, noteAttempt } = useSentFault(parsed.error?.issues[0]?.message)
  const saving = useSave()
  const discard = () => setTyped(undefined)
  const save = () => {
    noteAttempt()
    if (parsed.success) saving.mutate(parsed.data.email, { onSuccess: discard })
  }
  useChange(isDirty ? { title: 'Your daily digest', isBusy: saving.isPending, save, discard } : undefined)
  return (
    <TextField
      label="Your email address"
      isStandalone
      type="email"
      autoComplete="email"
      className="w-full max-w-96"
      value={address}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      error={shown}
      hint="Leave it empty to get no digest."
    />
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
