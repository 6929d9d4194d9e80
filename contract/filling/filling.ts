import * as z from 'zod'
import { refusedApplicationSchema, writtenMessagesSchema } from '../applications/application-changes.ts'
import { OPEN_STATUSES } from '../applications/status-lists.ts'
import { interviewChoiceSchema } from '../interviews/interview-choice.ts'
import { jobSchema } from '../jobs/job.ts'
import { decisionMessageSchema } from '../messages/messages.ts'
import { MOST_FILLED } from '../wire/limits.ts'
import { idSchema, instantSchema, readVersionSchema, versionSchema } from '../wire/validation.ts'

const named = z.strictObject({
  id: idSchema,
  version: versionSchema.optional().describe('The version that was read: who was decided about since is not rejected'),
})

/** Response of `GET /api/admin/jobs/{id}/open-applications`: the furthest first, then the oldest. */
export const openApplicationsSchema = z.strictObject({
  applications: z
    .array(
      z.strictObject({
        id: idSchema,
        version: versionSchema,
        name: z.string(),
        status: z.enum(OPEN_STATUSES),
        interviewDate: instantSchema.nullable().describe('As in the application'),
      }),
    )
    .max(MOST_FILLED),
  total: z.int().min(0).describe('Open applications of the posting, also those that this response leaves out'),
})

/** Body of `POST /api/admin/jobs/{id}/fill`. */
export const fillJobSchema = z
  .strictObject({
    version: readVersionSchema,
    hired: named.nullable().describe('Who gets the position; when this application was decided since, nothing is done'),
    reject: z
      .array(named)
      .max(MOST_FILLED, `Name at most ${MOST_FILLED} applications`)
      .describe('Applications of the posting that are rejected; all others stay as they are'),
    message: decisionMessageSchema
      .optional()
      .describe('What those who are rejected are told; as the settings say unless given'),
    interviews: interviewChoiceSchema,
  })
  .refine(({ hired, reject }) => new Set([hired, ...reject].map((one) => one?.id)).size === reject.length + 1, {
    path: ['reject'],
    error: 'Name each application once',
  })

/** Response of `POST /api/admin/jobs/{id}/fill`. */
export const filledJobSchema = z.strictObject({
  job: jobSchema,
  changeId: idSchema.describe(
    'Names the whole in a request to undo it (`POST /api/admin/application-changes/{id}/undo`), also when repeated',
  ),
  undoableUntil: instantSchema,
  hired: z.strictObject({ id: idSchema, name: z.string() }).nullable(),
  rejected: z.int().min(0),
  refused: z.array(refusedApplicationSchema.pick({ id: true, name: true, reason: true })).describe('Were not rejected'),
  stillOpen: z.int().min(0).describe('Applications of the posting that still wait for a decision'),
  messages: writtenMessagesSchema,
})

/** The applications of a posting that wait for a decision. */
export type OpenApplications = z.output<typeof openApplicationsSchema>
/** One of them. */
export type OpenApplication = OpenApplications['applications'][number]
/** Body of `POST /api/admin/jobs/{id}/fill`. */
export type FillJob = z.output<typeof fillJobSchema>
/** What became of the posting and its applications. */
export type FilledJob = z.output<typeof filledJobSchema>
