import * as z from 'zod'
import { idSchema, instantSchema, numberTextSchema, versionSchema } from '../wire/validation.ts'
import { RETENTION } from './personal-data-limits.ts'

const WRONG_DAYS = `Enter whole days from 1 to ${RETENTION.mostDays.toLocaleString('en-US')}, or leave the field empty to keep them`

const days = z
  .int({ error: WRONG_DAYS })
  .min(1, WRONG_DAYS)
  .max(RETENTION.mostDays, WRONG_DAYS)
  .nullable()
  .describe('Calendar days; null keeps these applications')

/** Which rule an application comes under once it waits for nothing any more. */
export const RETENTION_RULES = ['refused', 'hired', 'undecided'] as const

/** How many days applications are kept, by what became of them. */
const periodsSchema = z.strictObject({
  refused: days.describe('After a refusal, or a withdrawal by the applicant'),
  hired: days.describe('After hiring'),
  undecided: days.describe('Without a decision: general applications, and those that were archived or held as spam'),
})

const WRONG_NOTICE = `Enter whole days from 1 to ${RETENTION.mostNoticeDays}, or leave it empty`

const noticeDays = z
  .int({ error: WRONG_NOTICE })
  .min(1, WRONG_NOTICE)
  .max(RETENTION.mostNoticeDays, WRONG_NOTICE)
  .nullable()
  .describe('How many days before applicants are told that they are set aside; null tells nobody')

/** How long applications are kept, as owners set it. */
export const retentionRulesSchema = z.strictObject({
  ...periodsSchema.shape,
  noticeDays,
  isOn: z.boolean().describe('Whether those whose period is over are set aside and then erased'),
})

/** How long applications are kept until an owner changes it. */
export const DEFAULT_RETENTION_RULES = {
  refused: 180,
  hired: null,
  undecided: 365,
  noticeDays: null,
  isOn: false,
} satisfies RetentionRules

const day = z.iso.date()

const numbers = { people: z.int(), applications: z.int().describe('Of these people') }

/** Response of `GET /api/admin/retention`, and to each change. */
export const retentionSchema = z.strictObject({
  rules: retentionRulesSchema,
  version: versionSchema.nullable().describe('null before the first change'),
  setAside: z.strictObject(numbers).describe('Whose period is over and who are not erased yet'),
  erasing: z.strictObject({
    applications: z
      .int()
      .describe('Whose erasure goes on, for whatever reason it was asked for; without those that wait for a hold'),
    waitingForHold: z
      .array(z.strictObject({ applicationId: idSchema, since: instantSchema, endsOn: day }))
      .describe('Those that a legal hold keeps until its end'),
    faults: z
      .array(z.strictObject({ applicationId: idSchema, error: z.string(), since: instantSchema }))
      .describe('Those that do not get on for another reason'),
  }),
})

/** Body of `PATCH /api/admin/retention`. A changed period switches the rules off, until an owner has seen what they would do now. */
export const changedRetentionSchema = z.strictObject({
  rules: z
    .strictObject({ ...periodsSchema.shape, noticeDays })
    .partial()
    .describe('Absent fields stay unchanged'),
  version: versionSchema.nullable().describe('The version that was read; when another is stored, nothing changes'),
})

/** Body of `POST /api/admin/retention/on`: it names what the dry run has shown, so that nobody switches on unseen. */
export const switchedOnSchema = z.strictObject({
  version: versionSchema.nullable().describe('Of the rules, as the dry run has shown them'),
  ...numbers,
})

/** Query of the lists of people. */
export const peoplePageSchema = z.strictObject({ page: numberTextSchema(RETENTION.mostPages).default(1) })

const person = {
  applicationId: idSchema.describe('The newest application'),
  name: z.string(),
  applications: z.int().describe('How many there are of this person'),
}

/** Response of `GET /api/admin/retention/preview`: what the rules would do now. */
export const retentionPreviewSchema = z.strictObject({
  version: versionSchema.nullable().describe('Of the rules'),
  ...numbers,
  oldest: instantSchema.nullable().describe('When the first of these applications was received'),
  byRule: z.array(z.strictObject({ rule: z.enum(RETENTION_RULES), ...numbers })),
  held: z.int().describe('People whose period is over and who stay because of a legal hold'),
  consented: z.int().describe('People whose period is over and who stay because they have agreed to it'),
  notices: z
    .strictObject({
      toSend: z.int().describe('Who get a notice within the hour, or whose notice waits to leave'),
      unsent: z.int().describe('Whose notice has not left and does not by itself: they are not set aside'),
      told: z.int().describe('Who were told, and whose days are not over yet'),
      over: z.int().describe('Who are set aside next: told long enough ago, or not to be told'),
    })
    .nullable()
    .describe('Of people who are due, or soon are, where applicants are told before; null where they are not'),
  list: z.array(z.strictObject({ ...person, rule: z.enum(RETENTION_RULES), due: day })).max(RETENTION.page),
})

/** Response of `GET /api/admin/retention/set-aside`: who is erased first comes first. */
export const setAsideSchema = z.strictObject({
  ...numbers,
  list: z.array(z.strictObject({ ...person, eraseOn: day })).max(RETENTION.page),
})

/** Body of `POST /api/admin/retention/bring-back`: people by one of their applications, or all who are to be erased on a day. */
export const bringBackSchema = z.union([
  z.strictObject({ applications: z.array(idSchema).min(1).max(RETENTION.broughtBack) }),
  z.strictObject({ eraseOn: day }),
])

/** Response of the same: who came back. Their period is counted again from today. */
export const broughtBackSchema = z.strictObject(numbers)

/** One of the rules. */
export type RetentionRule = (typeof RETENTION_RULES)[number]
/** How many days applications are kept. */
export type RetentionPeriods = z.output<typeof periodsSchema>
/** How long applications are kept, and whether that is done. */
export type RetentionRules = z.output<typeof retentionRulesSchema>
/** How it stands with the rules. */
export type Retention = z.output<typeof retentionSchema>
/** What the rules would do now. */
export type RetentionPreview = z.output<typeof retentionPreviewSchema>
/** Who is set aside. */
export type SetAside = z.output<typeof setAsideSchema>
/** Whom to bring back. */
export type BringBack = z.output<typeof bringBackSchema>
/** Who came back. */
export type BroughtBack = z.output<typeof broughtBackSchema>
