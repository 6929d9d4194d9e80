import * as z from 'zod'
import { jobFieldNameSchema } from '../jobs/job.ts'
import { MESSAGE_KINDS } from '../messages/message-kinds.ts'
import { MESSAGE_STATES } from '../messages/message-states.ts'
import { idSchema, instantSchema } from '../wire/validation.ts'
import { APPLICATION_STATUSES } from './status-lists.ts'

const status = z.enum(APPLICATION_STATUSES)

/** Why an application is erased: its applicant asked for it, an owner did, or the time ended for which it is kept. */
export type ErasureCause = 'applicant' | 'owner' | 'retention'

/** Of a status or the archive: which change the event belongs to, or that it undid one. */
const ofChange = {
  changeId: idSchema.optional().describe('Only while the change can be undone'),
  undoableUntil: instantSchema.optional().describe('Beside changeId'),
  undone: z.literal(true).optional().describe('The event put back what an earlier change had done'),
}

/** Events of an application. They carry nothing of the applicant: never a text, name or file. */
export const applicationEventSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('received'), quarantined: z.boolean() }),
  z.strictObject({ action: z.literal('status_changed'), from: status, to: status, ...ofChange }),
  z.strictObject({ action: z.enum(['archived', 'unarchived']), ...ofChange }),
  z.strictObject({
    action: z.enum(['assigned', 'unassigned']),
    name: z
      .string()
      .optional()
      .describe('Of the colleague at that time: who takes care of it, or did; left out once the application is erased'),
    ...ofChange,
  }),
  z.strictObject({
    action: z.enum(['tagged', 'untagged']),
    name: z.string().optional().describe('Of the tag at that time; left out once the application is erased'),
  }),
  z.strictObject({
    action: z.literal('message'),
    kind: z.enum(MESSAGE_KINDS),
    state: z.enum(MESSAGE_STATES).describe('What became of the message'),
    edited: z.literal(true).optional().describe('An admin has changed its text'),
  }),
  z.strictObject({
    action: z.literal('erasure_requested'),
    cause: z.enum(['applicant', 'owner']).optional().describe('Who asked for it; the applicant where it is not said'),
  }),
  z.strictObject({
    action: z.enum(['hold_set', 'hold_renewed']),
    until: z.iso.date().optional().describe('The last day of the legal hold'),
  }),
  z.strictObject({
    action: z.enum([
      'feedback_changed',
      'comment_added',
      'comment_changed',
      'comment_deleted',
      'scorecard_given',
      'scorecard_changed',
      'scorecard_skipped',
      'reply_received',
      'reply_settled',
      'reply_unsettled',
      'colleague_asked',
      'colleague_opened',
      'colleague_answered',
      'colleague_link_made',
      'colleague_link_ended',
      'interview_date_changed',
      'released',
      'resume_downloaded',
      'resume_prefetched',
      'data_exported',
      'marked_answered',
      'unmarked_answered',
      'note_added',
      'resume_replaced',
      'withdrawn',
      'retention_ended',
      'hold_ended',
      'brought_back',
      'imported',
      'import_filled',
      'consent_given',
      'consent_withdrawn',
      'interview_planned',
      'interview_changed',
      'interview_cancelled',
      'interview_restored',
      'interview_accepted',
      'interview_declined',
      'interview_offered',
      'interview_offer_withdrawn',
      'interview_offer_declined',
      'interview_offer_expired',
      'interview_chosen',
      'deleted',
      'erased',
    ]),
  }),
])

/** Events of a posting; an edit names the changed fields. */
export const jobEventSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('cloned'), fromId: idSchema }),
  z.strictObject({ action: z.literal('edited'), fields: z.array(jobFieldNameSchema).min(1) }),
  z.strictObject({
    action: z.literal('filled'),
    hired: z.int().optional().describe('Of the request that also decided about its applications: how many were hired'),
    rejected: z.int().optional().describe('Beside hired: how many were rejected'),
    ...ofChange,
  }),
  z.strictObject({ action: z.enum(['created', 'activated', 'deactivated', 'deleted']) }),
])

const entry = {
  id: idSchema,
  at: instantSchema,
  by: z.string().nullable().describe('Username of the admin at that time; null for the applicant'),
}

/** Response of `GET /api/admin/applications/{id}/history`. */
export const applicationHistorySchema = z.array(z.strictObject({ ...entry, event: applicationEventSchema }))

/** Response of `GET /api/admin/jobs/{id}/history`. */
export const jobHistorySchema = z.array(z.strictObject({ ...entry, event: jobEventSchema }))

/** An event of an application. */
export type ApplicationEvent = z.output<typeof applicationEventSchema>
/** An event of a posting. */
export type JobEvent = z.output<typeof jobEventSchema>
/** One line of a history. */
export type HistoryEntry = z.output<typeof applicationHistorySchema | typeof jobHistorySchema>[number]
