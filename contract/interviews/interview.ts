import * as z from 'zod'
import { isInChosenYears, NO_DATE } from '../wire/chosen-instant.ts'
import { emailSchema } from '../wire/email-address.ts'
import { INTERVIEW, MAXIMUM } from '../wire/limits.ts'
import { timeZoneSchema } from '../wire/time-zone.ts'
import { idSchema, instantSchema, optionalLine, optionalText, requiredLine, versionSchema } from '../wire/validation.ts'
import { INTERVIEW_KINDS, INTERVIEW_RESPONSES, INTERVIEW_STATES } from './interview-terms.ts'

/** Refusal of an invitation that does not say how the interview takes place. */
export const NO_KIND = 'Choose how the interview takes place'

const LENGTH = `Enter a length from ${INTERVIEW.shortest} to ${INTERVIEW.longest} minutes`

/** A person who holds an interview. */
const interviewerSchema = z.strictObject({
  name: requiredLine('Name is required', MAXIMUM.name),
  address: emailSchema,
})

/** When and where an interview takes place, and with whom. */
export const interviewFields = {
  // Not aborted, so that the place is checked beside it.
  date: z.iso
    .date({ error: ({ input }) => (input === '' ? 'Enter a date' : NO_DATE) })
    .refine((date) => Number.isNaN(Date.parse(date)) || isInChosenYears(date), NO_DATE)
    .describe('In the time zone'),
  time: z.iso
    .time({ precision: -1, error: 'Enter a time' })
    .describe('Hours and minutes in the time zone, such as 14:30'),
  minutes: z.int(LENGTH).min(INTERVIEW.shortest, LENGTH).max(INTERVIEW.longest, LENGTH),
  timeZone: timeZoneSchema,
  kind: z.enum(INTERVIEW_KINDS),
  place: optionalLine(MAXIMUM.interviewPlace).describe('An address, a link or a telephone number'),
  interviewers: z
    .array(interviewerSchema)
    .max(INTERVIEW.mostInterviewers, `Name at most ${INTERVIEW.mostInterviewers} interviewers`)
    .refine(
      (all) => new Set(all.map(({ address }) => address.toLowerCase())).size === all.length,
      'Name each address once',
    ),
  invites: z
    .boolean()
    .optional()
    .describe(
      'Whether the applicant and the interviewers are invited. Left out, a new interview invites, and a changed one stays as it is.',
    ),
}

/** Body of `POST /api/admin/applications/{id}/interviews`. */
export const interviewDetailsSchema = withPlace(z.strictObject(interviewFields)).refine(
  ({ kind, invites }) => kind !== 'undecided' || invites === false,
  { error: NO_KIND, path: ['kind'] },
)

/** Body of `PUT /api/admin/interviews/{id}`. */
export const changedInterviewSchema = withPlace(z.strictObject({ ...interviewFields, version: versionSchema }))

/** Body of the request that cancels an interview: the version that was read. */
export const readInterviewSchema = z.strictObject({ version: versionSchema })

/** An interview as an admin reads it. */
const interviewSchema = z.strictObject({
  id: idSchema,
  version: versionSchema,
  applicationId: idSchema,
  applicantName: z.string(),
  jobId: idSchema.nullable(),
  jobTitle: z.string().nullable().describe('null for a general application, and for a posting that was deleted'),
  startsAt: instantSchema,
  endsAt: instantSchema,
  date: z.string().describe('In the time zone'),
  time: z.string().describe('In the time zone'),
  minutes: z.int(),
  timeZone: z.string(),
  kind: z.enum(INTERVIEW_KINDS),
  place: z.string().nullable(),
  interviewers: z.array(z.strictObject({ name: z.string(), address: z.string() })),
  invites: z.boolean().describe('Whether the applicant and the interviewers are invited; a date alone tells nobody'),
  state: z.enum(INTERVIEW_STATES),
  response: z.enum(INTERVIEW_RESPONSES),
  responseReason: z.string().nullable(),
  respondedAt: instantSchema.nullable(),
})

/** Response of the requests that plan, change and cancel an interview. */
export const savedInterviewSchema = interviewSchema.extend({
  mails: z
    .strictObject({
      count: z.int(),
      leaveAt: instantSchema.nullable().describe('null when they leave at once'),
      sendsMail: z.boolean().describe('Whether a mail server is configured; without one none leaves'),
    })
    .describe('What applicant and interviewers are told of it as it now is'),
  changeId: idSchema
    .nullable()
    .describe(
      'Names what was done, and the status that planning has changed, in a request to undo both (`POST /api/admin/application-changes/{id}/undo`); null where nothing was changed, for a repeated planning a day later, and for who may not decide about the application',
    ),
})

/** An interview in the list of its application, which has cancelled ones too. */
const interviewOfApplicationSchema = interviewSchema.extend({
  cancellation: z
    .strictObject({ changeId: idSchema, undoableUntil: instantSchema })
    .nullable()
    .describe(
      'The change that has cancelled this interview and done nothing else, while it can be undone (`POST /api/admin/application-changes/{id}/undo`); null while the applicant is rejected or has withdrawn, or the application is archived',
    ),
})

/** Response of `GET /api/admin/applications/{id}/interviews`: by time. */
export const applicationInterviewsSchema = z.strictObject({ interviews: z.array(interviewOfApplicationSchema) })

/** Response of `GET /api/admin/interview-defaults`: what the latest interviews say about the next one. */
export const interviewDefaultsSchema = z.strictObject({
  minutes: z.int().nullable().describe('The latest length'),
  kind: z.enum(INTERVIEW_KINDS).nullable().describe('The latest kind'),
  places: z
    .strictObject({ video: z.string().nullable(), on_site: z.string().nullable() })
    .describe('The latest link, and the latest place'),
  timeZones: z.array(z.string()).describe('The latest zones, each once'),
  interviewers: z
    .array(z.strictObject({ name: z.string(), address: z.string() }))
    .describe('The latest ones, each once'),
})

/** Query of `GET /api/admin/interviews`. */
export const agendaQuerySchema = z.strictObject({
  from: instantSchema.describe('Interviews that begin at this instant or later'),
  to: instantSchema.describe('Interviews that begin before this instant'),
})

/** Response of `GET /api/admin/interviews`. */
export const agendaSchema = z.strictObject({
  interviews: z.array(interviewSchema).describe('Planned ones that begin in the time asked for, by time'),
  overdue: z
    .array(interviewSchema)
    .describe('Planned ones that are over, and whose open application has no feedback saved since; oldest first'),
})

/** Response of `GET /api/admin/calendar-feed`. */
export const calendarFeedSchema = z.strictObject({
  createdAt: instantSchema.nullable().describe('null where there is none'),
})

/** Response of `POST /api/admin/calendar-feed`. */
export const newCalendarFeedSchema = z.strictObject({
  url: z.string().describe('Shown this once: only its hash is stored'),
  createdAt: instantSchema,
})

/** An interview as its applicant reads it. */
export const ownInterviewSchema = interviewSchema
  .pick({
    id: true,
    version: true,
    startsAt: true,
    endsAt: true,
    minutes: true,
    timeZone: true,
    kind: true,
    place: true,
    state: true,
    response: true,
    responseReason: true,
  })
  .extend({ interviewers: z.array(z.string()).describe('Names') })

/** Body of `POST /api/my-application/interviews/{id}/response`. */
export const invitationResponseSchema = z.strictObject({
  response: z.enum(['accepted', 'declined']),
  reason: optionalText(MAXIMUM.note),
  version: versionSchema.describe('The version that the applicant has read'),
})

/** When and where an interview takes place, and with whom. */
export type InterviewDetails = z.output<typeof interviewDetailsSchema>
/** A person who holds an interview. */
export type Interviewer = z.output<typeof interviewerSchema>
/** An interview as an admin reads it. */
export type Interview = z.output<typeof interviewSchema>
/** An interview in the list of its application. */
export type InterviewOfApplication = z.output<typeof interviewOfApplicationSchema>
/** An interview after a change, the change that an undo names, and who is told of it. */
export type SavedInterview = z.output<typeof savedInterviewSchema>
/** The interviews of a time, and those that wait for feedback. */
export type Agenda = z.output<typeof agendaSchema>
/** What the latest interviews say about the next one. */
export type InterviewDefaults = z.output<typeof interviewDefaultsSchema>
/** An interview as its applicant reads it. */
export type OwnInterview = z.output<typeof ownInterviewSchema>
/** What an applicant says to an invitation. */
export type InvitationResponse = z.output<typeof invitationResponseSchema>

/** Where an interview takes place, as its schema has read it. */
const placeSchema = z.object({ kind: z.enum(INTERVIEW_KINDS), place: z.string().nullable() })

/**
 * A place to go to or a link to open is part of every invitation; for a telephone call the applicant's number will do.
 * Checked beside the faults of other fields.
 */
export function withPlace<Schema extends z.ZodType<z.output<typeof placeSchema>>>(schema: Schema) {
  const when = ({ value }: { value: unknown }) => placeSchema.safeParse(value).success
  return schema
    .refine(({ kind, place }) => kind !== 'on_site' || place !== null, {
      error: 'Place is required',
      path: ['place'],
      when,
    })
    .refine(({ kind, place }) => kind !== 'video' || place !== null, {
      error: 'Link is required',
      path: ['place'],
      when,
    })
}
