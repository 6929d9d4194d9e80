import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { newLinkSchema } from '../../../contract/applications/my-application.ts'
import { failureMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { useSentFault } from '../../ui/form/use-sent-faults.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { requestNewLink } from './my-application-api.ts'

/** Requests a new private link. What it says never tells whether an application has the address. */
export function NewLinkForm() {
  const isHydrated = useHydrated()
  const [email, setEmail] = useState('')
  const parsed = newLinkSchema.safeParse({ email })
  const { shown, noteAttempt } = useSentFault(parsed.error?.issues[0]?.message)
  const sending = useMutation({ mutationFn: requestNewLink, retry: false })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    noteAttempt()
    if (parsed.success && !sending.isPending) sending.mutate(parsed.data.email)
  }

  return (
    <form noValidate onSubmit={submit} aria-label="New link" className="grid max-w-md gap-4">
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        value={email}
        error={shown}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" disabled={!isHydrated} isBusy={sending.isPending} className="justify-self-start">
        Send me a new link
      </Button>
      <div aria-live="polite">
        {sending.isSuccess && (
          <p className="border-signal-green border-l-4 pl-4">
            If we have an application with this address, a new link is on its way to it. It can take a few minutes.
          </p>
        )}
        {sending.isError && <p className="border-signal-red border-l-4 pl-4">{failureMessage(sending.error)}</p>}
      </div>
    </form>
  )
}
