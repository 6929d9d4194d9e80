import * as z from 'zod'
import { interviewChoiceSchema } from '../interviews/interview-choice.ts'
import { decisionMessageSchema } from '../messages/messages.ts'
import { MAX_CHANGED_TOGETHER } from '../wire/limits.ts'
import { idSchema, instantSchema, versionSchema } from '../wire/validation.ts'
import { applicationSchema } from './application.ts'
import { applicationHistorySchema } from './history.ts'
import { APPLICATION_STATUSES } from './status-lists.ts'

/** What one request does to all its applications: gives them a status, or archives or unarchives them. */
const applicationChangeSchema = z.union(
  [
    z.strictObject({ status: z.enum(APPLICATION_STATUSES), interviews: interviewChoiceSchema }),
    z.strictObject({ archived: z.boolean(), interviews: interviewChoiceSchema }),
  ],
  'Name either a status or archived',
)

/** The applications that a request is to change. */
export const namedApplications = someOf(
  z.strictObject({
    id: idSchema,
    version: versionSchema
      .optional()
      .describe('The version that was read; when the same field was changed since, this application is refused'),
  }),
)

/** Body of `POST /api/admin/application-changes`. */
export const changeApplicationsSchema = z.strictObject({
  change: applicationChangeSchema,
  message: decisionMessageSchema
    .optional()
    .describe('What a change of status tells the applicants; as the settings say unless given'),
  applications: namedApplications,
})

/** Body of `POST /api/admin/applications/delete` and `POST /api/admin/applications/resumes`. */
export const namedApplicationsSchema = z.strictObject({ applications: someOf(z.strictObject({ id: idSchema })) })

/** Why a request did not change an application. */
const REFUSAL_REASONS = ['changed_meanwhile', 'not_found', 'quarantined', 'set_aside'] as const

/** An application that a request did not change, and why. */
export const refusedApplicationSchema = z.strictObject({
  id: idSchema,
  name: z.string().nullable().describe("The applicant's; null when the application no longer exists"),
  reason: z.enum(REFUSAL_REASONS),
  stored: applicationSchema.nullable().describe('What is stored now; null when the application no longer exists'),
  since: applicationHistorySchema
    .optional()
    .describe('With changed_meanwhile of a change: what others did, newest first'),
})

/** What became of each application of a request. */
const outcomeShape = {
  changed: z.array(applicationSchema),
  refused: z.array(refusedApplicationSchema),
  unchanged: z.array(idSchema).describe('These had the value already'),
}

/** Messages to the applicants that a change has written. */
export const writtenMessagesSchema = z
  .strictObject({
    drafts: z.array(idSchema).describe('Wait until an admin sends them'),
    waiting: z.array(idSchema).describe('Leave when the change can no longer be undone'),
    byHand: z
      .array(idSchema)
      .describe('Of those waiting: have the text of a message that a person had written, and that had not left'),
    sendsMail: z.boolean().describe('Whether a mail server is configured; without one no message leaves'),
  })
  .describe('Messages to the applicants that the change has written')

/** Response of `POST /api/admin/application-changes/{id}/undo`. */
export const undoneChangeSchema = z.strictObject({
  ...outcomeShape,
  refused: z.array(
    refusedApplicationSchema.extend({
      reason: z
        .enum([...REFUSAL_REASONS, 'withdrawn', 'rejected', 'archived'])
        .describe('The last three: what has ended the application, so that its cancelled interview stays cancelled'),
    }),
  ),
  notified: z
    .array(idSchema)
    .describe('Changed applications that a message about the undone change was sent to already'),
  withheld: z
    .array(idSchema)
    .describe('Changed applications whose message by hand told the undone change, and was cancelled with it'),
  mails: z
    .strictObject({
      invitations: z.int(),
      cancellations: z.int(),
      leaveAt: instantSchema.nullable().describe('null when they leave at once'),
      sendsMail: z.boolean().describe('Whether a mail server is configured; without one none leaves'),
    })
    .describe('What those who take part in interviews are told of the undo'),
  posting: z
    .strictObject({
      title: z.string().nullable().describe('null when the posting no longer exists'),
      outcome: z.enum(['reopened', 'changed_meanwhile', 'not_found']),
    })
    .optional()
    .describe('Of a change that had filled a posting: what became of that'),
})

/** Response of `POST /api/admin/application-changes`. */
export const madeChangeSchema = z.strictObject({
  id: idSchema
    .nullable()
    .describe('Names the change in a request to undo it, also when repeated; null when nothing changed'),
  undoableUntil: instantSchema.nullable().describe('null when nothing changed'),
  messages: writtenMessagesSchema,
  ...outcomeShape,
})

/** Response of `POST /api/admin/applications/delete`. */
export const deletedApplicationsSchema = z.strictObject({
  deleted: z.array(idSchema),
  refused: z.array(
    z.strictObject({
      id: idSchema,
      reason: z.enum(['not_found', 'held']).describe('A person who is held for a legal matter keeps all applications'),
    }),
  ),
})

/** Response of `GET /api/admin/applications/{id}/related`: newest first. */
export const relatedApplicationsSchema = z.strictObject({
  applications: z.array(
    z.strictObject({
      application: applicationSchema,
      matches: z
        .array(z.enum(['email', 'phone', 'file']))
        .describe(
          'What both have in common: the address without case, the digits of the number, the content of the file',
        ),
    }),
  ),
})

/** Response of `GET /api/admin/applications/{id}/feedback-versions`: newest first. */
export const feedbackVersionsSchema = z.strictObject({
  versions: z.array(
    z.strictObject({
      at: instantSchema.describe('When this text was last saved'),
      by: z.string().nullable().describe('Username of the admin at that time; null when unknown'),
      text: z.string().nullable().describe('null when the feedback was removed'),
    }),
  ),
})

/** Body of `POST /api/admin/application-changes`. */
export type ChangeApplications = z.output<typeof changeApplicationsSchema>
/** What one request does to all its applications. */
export type ApplicationChange = z.output<typeof applicationChangeSchema>
/** An application as a request names it, with the version that was read. */
export type NamedApplication = z.output<typeof changeApplicationsSchema>['applications'][number]
/** An application that a request did not change, and why. */
export type RefusedApplication = z.output<typeof refusedApplicationSchema>
/** What became of each application of a change that was undone. */
export type UndoneChange = z.output<typeof undoneChangeSchema>
/** Why an undo leaves an interview as it is. */
export type LeftReason = Exclude<UndoneChange['refused'][number]['reason'], 'not_found' | 'quarantined' | 'set_aside'>
/** What became of each application of a change. */
export type MadeChange = z.output<typeof madeChangeSchema>
/** What became of each application that was to be deleted. */
export type DeletedApplications = z.output<typeof deletedApplicationsSchema>
/** Other applications of the same person. */
export type RelatedApplications = z.output<typeof relatedApplicationsSchema>
/** The texts that the feedback of an application had. */
export type FeedbackVersions = z.output<typeof feedbackVersionsSchema>

function someOf<Named extends z.ZodType<{ id: number }>>(named: Named) {
  return z
    .array(named)
    .min(1, 'Name at least one application')
    .max(MAX_CHANGED_TOGETHER, `Name at most ${MAX_CHANGED_TOGETHER} applications`)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Name each application once')
}
