import * as z from 'zod'
import { changePasswordSchema } from '../../contract/account.ts'

/** What a person types to change the password: the new one twice, against typing errors nobody can see. */
export const changePasswordFormSchema = changePasswordSchema
  .extend({ repeatedPassword: z.string() })
  .refine(({ newPassword, repeatedPassword }) => newPassword === repeatedPassword, {
    path: ['repeatedPassword'],
    message: 'The two new passwords are not the same',
  })

/** What a person types to change the password. */
export type ChangePasswordForm = z.output<typeof changePasswordFormSchema>
