import * as z from 'zod'
import { joinSchema } from '../../../contract/accounts/people.ts'

/** The form of an invited person. The password is typed twice, because its characters are hidden. */
export const joinFormSchema = joinSchema
  .pick({ username: true, password: true })
  .extend({ repeatedPassword: z.string() })
  .refine(({ password, repeatedPassword }) => password === repeatedPassword, {
    path: ['repeatedPassword'],
    message: 'The passwords do not match',
  })

/** What an invited person types. */
export type JoinFormFields = z.output<typeof joinFormSchema>
