import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type UseFormSetError, useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { NewPassword, PasswordReset } from '../../../contract/accounts/password-reset.ts'
import { PASSWORD_RESET_HEADER } from '../../../contract/wire/admin-paths.ts'
import { MINIMUM } from '../../../contract/wire/limits.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { ApiError, failureMessage } from '../../api/api-error.ts'
import { readUser, signOut } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { toast, useToaster } from '../../ui/toast/toast.ts'
import { type ResetPasswordFields, resetPasswordFormSchema } from './reset-password-schema.ts'

/** Asks for the new password of the account of a link, and leads to the login page. */
export function ResetPasswordForm({ username, token }: Pick<PasswordReset, 'username'> & { token: string }) {
  useToaster()
  const { register, handleSubmit, formState, setError } = useForm<ResetPasswordFields>({
    resolver: zodResolver(resetPasswordFormSchema),
  })
  const resetting = useResetting({ username, token }, setError)
  const { errors } = formState
  const isAtField = resetting.error instanceof ApiError && resetting.error.issues.length > 0
  return (
    <form
      noValidate
      method="post"
      aria-label="Choose a new password"
      className="grid gap-5"
      onSubmit={handleSubmit(({ password }) => resetting.mutate({ password }))}
    >
      <TextField label="Username" isStandalone readOnly autoComplete="username" value={username} />
      <TextField
        label="New password"
        type="password"
        autoFocus
        autoComplete="new-password"
        hint={`At least ${MINIMUM.newPassword} characters. A few random words are easy to remember.`}
        error={errors.password?.message}
        {...register('password')}
      />
      <TextField
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        error={errors.repeatedPassword?.message}
        {...register('repeatedPassword')}
      />
      {resetting.error && !isAtField && (
        <p role="alert" className="border-signal-red border-l-4 pl-4">
          {failureMessage(resetting.error)}
        </p>
      )}
      <Button type="submit" isBusy={resetting.isPending} className="w-full">
        {resetting.isPending ? 'Saving...' : 'Save the new password'}
      </Button>
    </form>
  )
}

function useResetting(
  { username, token }: { username: string; token: string },
  setError: UseFormSetError<ResetPasswordFields>,
) {
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (body: NewPassword) =>
      jsonRequest<null>('POST', SIGN_IN_API.passwordReset, { headers: { [PASSWORD_RESET_HEADER]: token }, body }),
    // A second call would find the link used, whose use was only not heard of.
    retry: false,
    onSuccess: () => {
      // The session of this browser has ended with all others of the account.
      if (readUser()?.username === username) signOut()
      toast({ title: 'Password changed', description: 'Log in with the new password.' })
      navigate(PAGE.adminLogin, { replace: true })
    },
    onError: (error) => {
      const issues = error instanceof ApiError ? error.issues : []
      const message = issues.find(({ path }) => path === 'password')?.message
      if (message) setError('password', { message }, { shouldFocus: true })
    },
  })
}
