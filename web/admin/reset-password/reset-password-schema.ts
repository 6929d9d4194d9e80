import * as z from 'zod'
import { newPasswordSchema } from '../../../contract/accounts/password-reset.ts'

/** The form behind the link of a mail. The password is typed twice, because its characters are hidden. */
export const resetPasswordFormSchema = newPasswordSchema
  .extend({ repeatedPassword: z.string() })
  .refine(({ password, repeatedPassword }) => password === repeatedPassword, {
    path: ['repeatedPassword'],
    message: 'The passwords do not match',
  })

/** What the reader of the mail types. */
export type ResetPasswordFields = z.output<typeof resetPasswordFormSchema>
