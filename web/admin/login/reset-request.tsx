import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import {
  type PasswordResetRequest,
  type PasswordResetRequested,
  passwordResetRequestSchema,
} from '../../../contract/accounts/password-reset.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'

/** Asks for a link for a new password, by mail. What comes of it is the same for every name. */
export function ResetRequest({ username }: { username: string }) {
  const asking = useMutation({
    mutationFn: (body: PasswordResetRequest) =>
      jsonRequest<PasswordResetRequested>('POST', SIGN_IN_API.requestPasswordReset, { body }),
  })
  const { register, handleSubmit, formState } = useForm<PasswordResetRequest>({
    resolver: zodResolver(passwordResetRequestSchema),
    defaultValues: { username },
  })
  if (asking.data) return <Asked {...asking.data} />
  return (
    <form
      noValidate
      method="post"
      aria-label="Forgot your password"
      className="mt-2 grid gap-4"
      onSubmit={handleSubmit((fields) => asking.mutate(fields))}
    >
      <TextField
        label="Username or email address"
        autoFocus
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAXIMUM.email}
        hint="A link to choose a new password comes by mail."
        error={formState.errors.username?.message}
        {...register('username')}
      />
      {asking.error && (
        <p role="alert" className="border-signal-amber border-l-4 pl-4">
          {failureMessage(asking.error)}
        </p>
      )}
      <Button tone="secondary" type="submit" isBusy={asking.isPending}>
        {asking.isPending ? 'Sending...' : 'Send the link'}
      </Button>
    </form>
  )
}

function Asked({ minutes }: PasswordResetRequested) {
  return (
    // The field that had the focus is gone.
    <div role="status" tabIndex={-1} ref={(element) => element?.focus()} className="mt-2 grid gap-3 outline-none">
      <p>
        If there is an account with an address, a link is on its way. It works for {minutes} minutes, and only the
        latest one does.
      </p>
      <p className="text-ink-muted">
        Nothing came? Look among the spam. Your account may have no address: an owner can add one under People, and
        whoever runs this site can give you a new password.
      </p>
    </div>
  )
}
