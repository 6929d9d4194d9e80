import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type UseFormSetError, useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { LoginResponse } from '../../../contract/accounts/account.ts'
import type { Join, JoinOffer } from '../../../contract/accounts/people.ts'
import { INVITATION_TOKEN_HEADER } from '../../../contract/wire/admin-paths.ts'
import { MAXIMUM, MINIMUM } from '../../../contract/wire/limits.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { ApiError, failureMessage } from '../../api/api-error.ts'
import { readUser, signIn } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { toast, useToaster } from '../../ui/toast/toast.ts'
import { type JoinFormFields, joinFormSchema } from './join-form-schema.ts'

/** Fields at which the server refuses. */
const REFUSED = ['username', 'password'] as const

/** Asks an invited person for a username and a password, and signs in with them. */
export function JoinForm({ offer, token }: { offer: JoinOffer; token: string }) {
  useToaster()
  const { isAuthenticated } = useAuth()
  const { register, handleSubmit, formState, setError } = useForm<JoinFormFields>({
    resolver: zodResolver(joinFormSchema),
    defaultValues: { username: offer.suggestedUsername },
  })
  const joining = useJoining(token, setError)
  const { errors } = formState
  const isAtField = joining.error instanceof ApiError && joining.error.issues.length > 0
  return (
    <form
      noValidate
      method="post"
      aria-label="Join"
      className="grid gap-5"
      onSubmit={handleSubmit(({ username, password }) => joining.mutate({ username, password }))}
    >
      {isAuthenticated && (
        <p className="border-signal-amber border-l-4 pl-4">
          You are signed in here as <bdi>{readUser()?.username}</bdi>. Joining signs you in as the new person instead.
        </p>
      )}
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAXIMUM.newUsername}
        hint="Latin letters, digits, spaces and . _ - @. You sign in with it."
        error={errors.username?.message}
        {...register('username')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${MINIMUM.newPassword} characters. A few random words are easy to remember.`}
        error={errors.password?.message}
        {...register('password')}
      />
      <TextField
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        error={errors.repeatedPassword?.message}
        {...register('repeatedPassword')}
      />
      {joining.error && !isAtField && (
        <p role="alert" className="border-signal-red border-l-4 pl-4">
          {failureMessage(joining.error)}
        </p>
      )}
      <Button type="submit" isBusy={joining.isPending} className="w-full">
        {joining.isPending ? 'Joining...' : 'Join'}
      </Button>
    </form>
  )
}

function useJoining(token: string, setError: UseFormSetError<JoinFormFields>) {
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (body: Join) =>
      jsonRequest<LoginResponse>('POST', SIGN_IN_API.join, { headers: { [INVITATION_TOKEN_HEADER]: token }, body }),
    // A second call would find the link used, whose use was only not heard of.
    retry: false,
    onSuccess: ({ token: session, user }) => {
      signIn(session, user)
      toast({ title: 'You have joined', description: `You sign in as ${user.username} from now on.` })
      navigate(PAGE.adminDashboard, { replace: true })
    },
    onError: (error) => {
      const issues = error instanceof ApiError ? error.issues : []
      for (const field of REFUSED) {
        const message = issues.find(({ path }) => path === field)?.message
        if (message) setError(field, { message }, { shouldFocus: true })
      }
    },
  })
}
