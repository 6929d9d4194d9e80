import * as z from 'zod'
import { type ChangePassword, changePasswordSchema, usernameSchema } from '../../../contract/accounts/account.ts'
import { cleanLine } from '../../../contract/wire/text-rules.ts'

/**
 * The change-password form. The new password is typed twice, because its characters are hidden.
 * @param stored the username of the account, which may stay although it could not be chosen today
 */
export function changePasswordFormSchema(stored: string | undefined) {
  const username = z
    .string()
    .overwrite(cleanLine)
    .superRefine((name, context) => {
      const issue = name === stored ? undefined : usernameSchema.safeParse(name).error?.issues[0]
      if (issue) context.addIssue({ code: 'custom', message: issue.message })
    })
  return changePasswordSchema
    .extend({ username, repeatedPassword: z.string() })
    .refine(({ newPassword, repeatedPassword }) => newPassword === repeatedPassword, {
      path: ['repeatedPassword'],
      message: 'The new passwords do not match',
    })
}

/** What a person types to change the password. */
export type ChangePasswordForm = z.output<ReturnType<typeof changePasswordFormSchema>>

/** The body that sends a form; the username goes along only where it is a new one. */
export function changeBodyOf({ username, ...form }: ChangePasswordForm, stored: string | undefined): ChangePassword {
  const { currentPassword, newPassword } = form
  return { currentPassword, newPassword, ...(username !== stored && { username }) }
}
