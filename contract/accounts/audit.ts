import * as z from 'zod'
import { applicationEventSchema, jobEventSchema } from '../applications/history.ts'
import { PAGE_SIZE } from '../wire/limits.ts'
import { idSchema, idTextSchema, instantSchema, numberTextSchema } from '../wire/validation.ts'
import { accountEventSchema } from './account-event.ts'

/** What an entry is about. */
const AUDIT_SUBJECTS = ['application', 'job', 'account'] as const

/**
 * Who acts without an account: an applicant, a colleague with a private link, the program by itself (mail that it sends, times that
 * end), or the operator with the commands of the server.
 */
const AUDIT_OTHERS = ['applicant', 'colleague', 'program', 'operator'] as const

const eventSchemas = [applicationEventSchema, jobEventSchema, accountEventSchema] as const

/** An event of the audit trail. */
export type AuditEvent = z.output<(typeof eventSchemas)[number]>

/** Every action of every event. */
const AUDIT_ACTIONS = [
  ...new Set(
    eventSchemas.flatMap(({ options }) =>
      options.flatMap(({ shape }) => [...(shape.action._zod.values as Set<AuditEvent['action']>)]),
    ),
  ),
]

/** No trail is older, and no calendar goes further. */
const day = z.iso.date().refine((date) => date > '1970' && date < '9000', { error: 'Must be a day from 1970 on' })

const filter = {
  person: z
    .union([z.enum(AUDIT_OTHERS), idTextSchema])
    .optional()
    .describe('Who did it: the id of an account, or who acts without one'),
  action: z.enum(AUDIT_ACTIONS).optional(),
  subject: z.enum(AUDIT_SUBJECTS).optional(),
  number: idTextSchema.optional().describe('The id of the subject; beside subject alone'),
  from: day.optional().describe('The first day, in the zone of the company'),
  to: day.optional().describe('The last day, in the zone of the company'),
}

const NUMBER_ALONE = { error: 'Say beside it whether it is of an application, a job or an account', path: ['number'] }

const namesSubject = ({ subject, number }: { subject?: unknown; number?: unknown }) =>
  number === undefined || subject !== undefined

/** Query of `GET /api/admin/audit.csv`. */
export const auditFilterSchema = z.strictObject(filter).refine(namesSubject, NUMBER_ALONE)

/** Query of `GET /api/admin/audit`. */
export const auditQuerySchema = z
  .strictObject({
    ...filter,
    before: idTextSchema.optional().describe('The id of the last entry of the page before'),
    limit: numberTextSchema(PAGE_SIZE.most).default(PAGE_SIZE.audit),
  })
  .refine(namesSubject, NUMBER_ALONE)

const auditEntrySchema = z.strictObject({
  id: idSchema,
  at: instantSchema,
  place: z.int().nullable().describe('Its place in the chain; null until it is sealed, which takes seconds'),
  by: z.union([
    z.strictObject({
      id: idSchema,
      name: z.string().describe('The name at that time'),
      token: z.string().optional().describe('The name of the API token by which a program did it'),
    }),
    z.enum(AUDIT_OTHERS),
  ]),
  subject: z
    .strictObject({
      kind: z.enum(AUDIT_SUBJECTS),
      id: idSchema,
      name: z.string().nullable().describe('The name or title of today; null once it is deleted'),
    })
    .nullable()
    .describe('null for the installation as a whole'),
  action: z.string(),
  event: z.union(eventSchemas).nullable().describe('null where this version does not know the event'),
})

/** Response of `GET /api/admin/audit`: newest first. */
export const auditPageSchema = z.strictObject({
  entries: z.array(auditEntrySchema),
  more: z.boolean().describe('Whether there are older ones'),
})

/** Which entries are read. */
export type AuditFilter = z.output<typeof auditFilterSchema>
/** Which page of which entries is read. */
export type AuditQuery = z.output<typeof auditQuerySchema>
/** One line of the audit trail. */
export type AuditEntry = z.output<typeof auditEntrySchema>
/** A page of the audit trail. */
export type AuditPage = z.output<typeof auditPageSchema>
