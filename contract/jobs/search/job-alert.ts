import * as z from 'zod'
import { honeypotField } from '../../applications/application.ts'
import { ALERT_MAIL_KINDS, ALERT_MAIL_STATES } from '../../messages/mail-terms.ts'
import { emailSchema, withAsciiDomain } from '../../wire/email-address.ts'
import { ALERTS_PAGE_SIZE, MAX_ALERT_WORDS, MAX_ID, MAXIMUM } from '../../wire/limits.ts'
import { cleanLine } from '../../wire/text-rules.ts'
import { idSchema, instantSchema, numberTextSchema, optionalLine } from '../../wire/validation.ts'
import { JOB_TYPES } from '../job-terms.ts'
import { wordsOf } from './search-words.ts'

/** Words that a posting must have; a text without any would fit every posting. */
const optionalWords = (most: number) =>
  optionalLine(most).refine((text) => text === null || wordsOf(text).length > 0, 'Must have letters or digits')

/** What a posting must have to be named in the mails of a job alert; null for any. */
const facetFields = {
  department: optionalLine(MAXIMUM.jobLine),
  jobType: z
    .enum(['', ...JOB_TYPES], 'Choose one of the types')
    .nullish()
    .transform((type) => type || null),
  place: optionalWords(MAXIMUM.jobLine),
  remote: z
    .literal('yes', 'Must be yes, or absent')
    .optional()
    .transform((given) => given !== undefined),
  words: optionalWords(MAX_ALERT_WORDS),
}

/** The form on `/job-alerts`, as the browser itself sends it. */
export const jobAlertFormSchema = z.strictObject({
  email: emailSchema.transform((email) => email.toLowerCase()),
  ...facetFields,
  ...honeypotField,
})

/** What a posting must have to be named in the mails of a job alert. */
export type JobAlertFacets = Pick<z.output<typeof jobAlertFormSchema>, keyof typeof facetFields>

/** The fields of the form that a visitor sees. */
export const JOB_ALERT_FIELDS = ['email', 'department', 'jobType', 'place', 'remote', 'words'] as const

/** A field of the form that a visitor sees. */
export type JobAlertField = (typeof JOB_ALERT_FIELDS)[number]

/** What `/job-alerts` shows; null where no mail server is configured. */
export type JobAlertsPageData = {
  /** Departments with an open posting. */
  departments: string[]
  /** What a refused form contained, or what the address chooses; empty otherwise. */
  typed: Partial<Record<JobAlertField, string>>
  /** Why the form was refused; `field` is null when no single field is the reason. */
  faults: { field: JobAlertField | null; message: string }[]
}

/** What the page of one job alert shows; null when its link is not valid, or not any more. */
export type JobAlertPageData = {
  token: string
  facets: JobAlertFacets
  /** Whether mails are sent: neither unconfirmed nor stopped because the address was refused. */
  isConfirmed: boolean
  /** The day on which it ends, `YYYY-MM-DD`. */
  endsOn: string
}

/** What the page that ends a job alert shows. */
export type EndJobAlertPageData = { token: string; isEnded: boolean }

/** Query of `GET /api/admin/job-alerts`. */
export const jobAlertListQuerySchema = z.strictObject({
  address: z
    .string()
    .overwrite(cleanLine)
    .overwrite(withAsciiDomain)
    .max(MAXIMUM.email)
    .optional()
    .describe('Only job alerts whose email address contains this'),
  before: numberTextSchema(MAX_ID).optional().describe('Only job alerts with a smaller number: the next page'),
})

/** A job alert as admins see it. */
const jobAlertSchema = z.strictObject({
  id: idSchema,
  email: z.string(),
  department: z.string().nullable(),
  jobType: z.enum(JOB_TYPES).nullable(),
  place: z.string().nullable(),
  remote: z.boolean(),
  words: z.string().nullable(),
  state: z
    .enum(['unconfirmed', 'active', 'stopped'])
    .describe('stopped: the mail server refused the address for good, so nothing more is sent to it'),
  createdAt: instantSchema,
  endsAt: instantSchema.describe('When it is deleted, unless it is confirmed or renewed before'),
  lastMail: z
    .strictObject({
      kind: z.enum(ALERT_MAIL_KINDS),
      state: z.enum(ALERT_MAIL_STATES),
      createdAt: instantSchema,
      response: z.string().nullable().describe('What the mail server said'),
    })
    .nullable(),
})

/** Response of `GET /api/admin/job-alerts`: one page, newest first. */
export const jobAlertListSchema = z.strictObject({
  alerts: z.array(jobAlertSchema).max(ALERTS_PAGE_SIZE),
  more: z.boolean().describe('Whether there are older ones'),
  counts: z
    .strictObject({ active: z.int(), unconfirmed: z.int(), stopped: z.int() })
    .describe('Of all job alerts, whatever the query'),
})

/** A job alert as admins see it. */
export type JobAlert = z.output<typeof jobAlertSchema>
/** One page of the list of job alerts. */
export type JobAlertList = z.output<typeof jobAlertListSchema>
/** Validated query of the list. */
export type JobAlertListQuery = z.output<typeof jobAlertListQuerySchema>
