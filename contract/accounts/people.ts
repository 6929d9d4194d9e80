import * as z from 'zod'
import { emailSchema } from '../wire/email-address.ts'
import { MOST_ASSIGNMENTS } from '../wire/limits.ts'
import { idSchema, instantSchema } from '../wire/validation.ts'
import { assignmentSchema, displayNameSchema, ownDisplayNameSchema, passwordOf, usernameSchema } from './account.ts'
import { ROLES } from './roles.ts'

const ROLE = z.enum(ROLES, { error: 'Choose a role' })

/** Second factors; a recovery code only stands in for one. */
const FACTORS = ['passkey', 'totp'] as const

const ASSIGNMENTS = z
  .array(assignmentSchema)
  .max(MOST_ASSIGNMENTS, `A person has at most ${MOST_ASSIGNMENTS} postings`)
  .refine((given) => new Set(given.map(({ jobId }) => jobId)).size === given.length, 'Name each posting once')
  .describe('The postings of a hiring manager; nobody else has any')

/** A person who has an account, as owners see it. */
export const personSchema = z.strictObject({
  id: idSchema,
  username: z.string(),
  displayName: z.string().nullable(),
  email: z.string().nullable().describe('Where the daily digest of the person goes'),
  isEmailConfirmed: z
    .boolean()
    .describe(
      'Whether another person gave the address, or named the same one; an interviewer is otherwise asked by a private link',
    ),
  role: ROLE,
  assignments: ASSIGNMENTS,
  deactivatedAt: instantSchema
    .nullable()
    .describe('Since when the person cannot sign in; null while the account is in use'),
  lastSeenAt: instantSchema.nullable().describe('The last request, to the minute; null before the first'),
  createdAt: instantSchema,
  secondFactors: z.array(z.enum(FACTORS)).describe('What the person proves itself with after the password'),
})

/** A person who has been invited and has not joined yet. */
const invitationSchema = z.strictObject({
  id: idSchema,
  displayName: z.string(),
  email: z.string().nullable(),
  role: ROLE,
  assignments: ASSIGNMENTS,
  invitedBy: z.string(),
  createdAt: instantSchema,
  expiresAt: instantSchema.describe('When its link ends; an expired invitation can be renewed until it is removed'),
  mail: z
    .enum(['waiting', 'sent', 'failed'])
    .nullable()
    .describe('What became of the mail with its link; null where the link was shown instead'),
})

/** Response of `GET /api/admin/people`. */
export const peopleSchema = z.strictObject({
  people: z.array(personSchema),
  invitations: z.array(invitationSchema),
  sendsMail: z.boolean().describe('Whether a link can go by mail'),
})

/** Only hiring managers have postings. */
const HAS_NO_POSTINGS = 'Only hiring managers are given postings'

/** Body of `POST /api/admin/invitations`. */
export const newInvitationSchema = z
  .strictObject({
    displayName: displayNameSchema,
    email: emailSchema.nullable(),
    role: ROLE,
    assignments: ASSIGNMENTS,
    byMail: z.boolean().describe('Sends the link to the address, in place of showing it'),
  })
  .refine(({ role, assignments }) => role === 'hiring_manager' || assignments.length === 0, {
    path: ['assignments'],
    error: HAS_NO_POSTINGS,
  })
  .refine(({ byMail, email }) => !byMail || email !== null, {
    path: ['email'],
    error: 'Enter the address to which the invitation goes',
  })

/** Body of `POST /api/admin/invitations/{id}/renew`. */
export const renewalSchema = z.strictObject({
  byMail: z.boolean().describe('Sends the new link to the address of the invitation, in place of showing it'),
})

/** An invitation with its link, which no later response has. */
export const madeInvitationSchema = z.strictObject({
  invitation: invitationSchema,
  url: z.string().nullable().describe('The link, shown this once; null where it goes by mail'),
})

/** Body of `PATCH /api/admin/people/{id}`; another role than a hiring manager's takes the postings away. */
export const personChangeSchema = z
  .strictObject({
    role: ROLE.optional(),
    displayName: ownDisplayNameSchema.shape.displayName.optional(),
    email: emailSchema.nullable().optional(),
    assignments: ASSIGNMENTS.optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Name what is to change')
  .refine(({ role, assignments = [] }) => role === undefined || role === 'hiring_manager' || assignments.length === 0, {
    path: ['assignments'],
    error: HAS_NO_POSTINGS,
  })

/** Response of `GET /api/join`: what the link of an invitation offers. */
export const joinOfferSchema = z.strictObject({
  displayName: z.string(),
  role: ROLE,
  expiresAt: instantSchema,
  suggestedUsername: z.string().describe('Made from the name, and free just now; empty where the name gives none'),
  companyAccount: z
    .strictObject({ name: z.string(), only: z.boolean().describe('Whether there is no other way to join') })
    .nullable()
    .describe('With which the person may join in place of a password; null where there are none'),
})

/** Body of `POST /api/join`. */
export const joinSchema = z.strictObject({
  username: usernameSchema,
  password: passwordOf('new'),
  displayName: displayNameSchema.optional().describe('In place of the name of the invitation'),
})

/** Who may sign in, and who is invited. */
export type People = z.output<typeof peopleSchema>
/** A person who has an account, as owners see it. */
export type Person = z.output<typeof personSchema>
/** Whom an owner invites, and how. */
export type NewInvitation = z.output<typeof newInvitationSchema>
/** An invitation with its link. */
export type MadeInvitation = z.output<typeof madeInvitationSchema>
/** What an owner changes about a person. */
export type PersonChange = z.output<typeof personChangeSchema>
/** What the link of an invitation offers. */
export type JoinOffer = z.output<typeof joinOfferSchema>
/** What an invited person chooses. */
export type Join = z.output<typeof joinSchema>
/** A person who has been invited and has not joined yet. */
export type Invitation = z.output<typeof invitationSchema>
