import * as z from 'zod'
import { type ChangePassword, changePasswordSchema } from '../../contract/account.ts'

/** What a person types to change the password: the new one twice, against typing errors nobody can see. */
export const changePasswordFormSchema = changePasswordSchema
  .required()
  .extend({ repeatedPassword: z.string() })
  .refine(({ newPassword, repeatedPassword }) => newPassword === repeatedPassword, {
    path: ['repeatedPassword'],
    message: 'The two new passwords are not the same',
  })

/** What a person types to change the password. */
export type ChangePasswordForm = z.output<typeof changePasswordFormSchema>

/** The body that sends a form; the username goes along only where it is a new one. */
export function changeBodyOf({ username, ...form }: ChangePasswordForm, stored: string | undefined): ChangePassword {
  const { currentPassword, newPassword } = form
  return { currentPassword, newPassword, ...(username !== stored && { username }) }
}
