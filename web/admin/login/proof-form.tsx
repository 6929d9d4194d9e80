import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import type { LoginResponse } from '../../../contract/accounts/account.ts'
import { recoveryCodeSchema, totpCodeSchema } from '../../../contract/accounts/second-factors.ts'
import type { ErrorCode } from '../../../contract/wire/error.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { ApiError, failureMessage } from '../../api/api-error.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'

const CODE_WRONG: ErrorCode = 'code_wrong'
const TICKET_OVER: ErrorCode = 'unauthorized'

const schemaOf = (proof: z.ZodType<string, string>) => z.object({ proof })

/** What a person types, by the method. */
const FORMS = {
  totp: {
    schema: schemaOf(totpCodeSchema),
    bodyOf: (code: string) => ({ code }),
    field: {
      label: 'Code',
      hint: 'The six digits that your authenticator app shows for this site.',
      inputMode: 'numeric',
      autoComplete: 'one-time-code',
    },
  },
  recovery_code: {
    schema: schemaOf(recoveryCodeSchema),
    bodyOf: (recoveryCode: string) => ({ recoveryCode }),
    field: {
      label: 'Recovery code',
      hint: 'One of the codes that you saved. Each works once.',
      autoComplete: 'off',
    },
  },
} as const

type ProofFormProps = {
  method: keyof typeof FORMS
  ticket: string
  onSignedIn: (response: LoginResponse) => void
  /** The time for this step is over. @param why what the server says of it */
  onOver: (why?: string) => void
}

/** Ends a sign-in by a code. A wrong one keeps the field, for the next. */
export function ProofForm({ method, ticket, onSignedIn, onOver }: ProofFormProps) {
  const { schema, bodyOf, field } = FORMS[method]
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { proof: '' } })
  const signingIn = useMutation({
    mutationFn: ({ proof }: { proof: string }) =>
      jsonRequest<LoginResponse>('POST', SIGN_IN_API.secondFactor, { body: { ticket, ...bodyOf(proof) } }),
    // A code works once: a second attempt would find it used.
    retry: false,
    onSuccess: onSignedIn,
    onError: (error) => {
      const { code, serverMessage } = error instanceof ApiError ? error : {}
      if (code === TICKET_OVER) onOver(serverMessage)
      if (code !== CODE_WRONG || !serverMessage) return
      form.setError('proof', { message: serverMessage })
      form.setFocus('proof', { shouldSelect: true })
    },
  })
  const fault = form.formState.errors.proof?.message
  return (
    <form
      noValidate
      aria-label="Second step"
      className="grid gap-5"
      onSubmit={form.handleSubmit((fields) => signingIn.mutate(fields))}
    >
      <TextField
        {...field}
        autoFocus
        autoCapitalize="none"
        spellCheck={false}
        className="[&_input]:font-mono [&_input]:tracking-widest"
        error={fault}
        {...form.register('proof')}
      />
      {signingIn.error && !fault && (
        <p role="alert" className="border-signal-amber border-l-4 pl-4">
          {failureMessage(signingIn.error)}
        </p>
      )}
      <Button type="submit" isBusy={signingIn.isPending} className="w-full">
        {signingIn.isPending ? 'Checking...' : 'Continue'}
      </Button>
    </form>
  )
}
