import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type UseFormSetError, useForm } from 'react-hook-form'
import type { ChangePassword } from '../../contract/account.ts'
import type { ErrorCode } from '../../contract/error.ts'
import { MAXIMUM } from '../../contract/limits.ts'
import { API } from '../../contract/paths.ts'
import { ApiError } from '../api/api-error.ts'
import { jsonRequest } from '../api/json-request.ts'
import { readToken, readUser, renameUser } from '../session/auth-store.ts'
import { useFailureNotice } from '../session/end-session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.ts'
import { type ChangePasswordForm, changeBodyOf, changePasswordFormSchema } from './change-password-form.ts'

/** Refusals that belong to one field. */
const FIELD_OF: Partial<Record<ErrorCode, keyof ChangePasswordForm>> = {
  password_wrong: 'currentPassword',
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
    hint: 'At least 6 characters; a few words in a row are easier to remember than symbols.',
  },
  { name: 'repeatedPassword', label: 'New password again', autoComplete: 'new-password' },
] as const

/** Changes the password of the signed-in admin and, on the way, the username. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const [stored] = useState(() => readUser()?.username)
  const { register, handleSubmit, formState, setError } = useForm<ChangePasswordForm>({
    resolver: zodResolver(changePasswordFormSchema),
    defaultValues: { username: stored ?? '' },
  })
  const change = useChangePassword(setError, onClose)
  const { errors } = formState
  return (
    <Dialog
      onClose={onClose}
      keepsOnOutsideClick
      title="Change password"
      description="Everywhere else you are signed in, you will be asked for the new password."
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
          hint="Stays as it is unless you type another."
          error={errors.username?.message}
          {...register('username')}
        />
        {PASSWORDS.map(({ name, ...field }) => (
          <TextField key={name} type="password" error={errors[name]?.message} {...field} {...register(name)} />
        ))}
      </form>
    </Dialog>
  )
}

function useChangePassword(setError: UseFormSetError<ChangePasswordForm>, onChanged: () => void) {
  const tellFailure = useFailureNotice()
  return useMutation({
    mutationFn: (body: ChangePassword) => jsonRequest('POST', API.changePassword, { body, token: readToken() }),
    // A second call would find the old password, whose change was only not heard of, wrong.
    retry: false,
    onSuccess: (_answer, { username }) => {
      if (username !== undefined) renameUser(username)
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
      tellFailure(error, { title: 'Password not changed', description })
    },
  })
}
