import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type UseFormSetError, useForm } from 'react-hook-form'
import type { ChangePassword, LoginResponse } from '../../../contract/accounts/account.ts'
import type { ErrorCode } from '../../../contract/wire/error.ts'
import { MAXIMUM, MINIMUM } from '../../../contract/wire/limits.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { ApiError } from '../../api/api-error.ts'
import { readToken, readUser } from '../../api/auth-store.ts'
import { bearer, jsonRequest } from '../../api/json-request.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { renewSession } from '../../session/renew-session.ts'
import { useLogoutEverywhere } from '../../session/use-logout-everywhere.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { type ChangePasswordForm, changeBodyOf, changePasswordFormSchema } from './change-password-form.ts'

/** Refusals that belong to one field. */
const FIELD_OF: Partial<Record<ErrorCode, keyof ChangePasswordForm>> = {
  password_wrong: 'currentPassword',
  password_weak: 'newPassword',
  username_taken: 'username',
}

/** Refusals that pass; the server says when. */
const PASSING: readonly (string | undefined)[] = ['too_many_requests', 'unavailable'] satisfies ErrorCode[]

const PASSWORDS = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'New password',
    autoComplete: 'new-password',
    hint: `At least ${MINIMUM.newPassword} characters. A few random words are easy to remember.`,
  },
  { name: 'repeatedPassword', label: 'Confirm new password', autoComplete: 'new-password' },
] as const

/** Changes the password of the signed-in admin and optionally the username. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const [stored] = useState(() => readUser()?.username)
  const { register, handleSubmit, formState, setError } = useForm<ChangePasswordForm>({
    resolver: zodResolver(changePasswordFormSchema(stored)),
    defaultValues: { username: stored ?? '' },
  })
  const change = useChangePassword(setError, onClose)
  const { errors } = formState
  return (
    <Dialog
      onClose={onClose}
      staysOpenOnOutsideClick
      title="Change password"
      description="This signs you out everywhere else."
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={change.isPending}>
            Change password
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        aria-label="Change password"
        className="grid gap-5"
        onSubmit={handleSubmit((form) => change.mutate(changeBodyOf(form, stored)))}
      >
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAXIMUM.newUsername}
          hint="Leave it unchanged to keep your username."
          error={errors.username?.message}
          {...register('username')}
        />
        {PASSWORDS.map(({ name, ...field }) => (
          <TextField key={name} type="password" error={errors[name]?.message} {...field} {...register(name)} />
        ))}
      </form>
      <SignOutEverywhere />
    </Dialog>
  )
}

/** For a device that was left signed in, or a browser that another person used. */
function SignOutEverywhere() {
  const logout = useLogoutEverywhere()
  return (
    <div className="mt-6 grid justify-items-start gap-1 border-line border-t pt-5">
      <p className="text-ink-muted text-sm">Or keep your password and end all sessions, including this one.</p>
      <Button tone="quiet" className="-ml-2" isBusy={logout.isPending} onClick={() => logout.mutate()}>
        Sign out everywhere
      </Button>
    </div>
  )
}

function useChangePassword(setError: UseFormSetError<ChangePasswordForm>, onChanged: () => void) {
  const showFailure = useFailureNotice()
  return useMutation({
    // The token as a plain header: this call renews it, and so must not wait until that is done.
    mutationFn: (body: ChangePassword) =>
      renewSession(() =>
        jsonRequest<LoginResponse>('POST', SIGN_IN_API.changePassword, { body, headers: bearer(readToken()) }),
      ),
    // A second call would find the old password, whose change was only not heard of, wrong.
    retry: false,
    onSuccess: (_answer, { username }) => {
      toast({ title: username === undefined ? 'Password changed' : 'Username and password changed' })
      onChanged()
    },
    onError: (error) => {
      const { code, serverMessage } = error instanceof ApiError ? error : {}
      const field = FIELD_OF[code as ErrorCode]
      if (field && serverMessage) {
        setError(field, { message: serverMessage }, { shouldFocus: true })
        return
      }
      const description = (PASSING.includes(code) && serverMessage) || 'Please try again'
      showFailure(error, { title: 'Password change failed', description })
    },
  })
}
