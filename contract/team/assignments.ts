import * as z from 'zod'
import { applicationSchema } from '../applications/application.ts'
import { namedApplications, refusedApplicationSchema } from '../applications/application-changes.ts'
import { idSchema, instantSchema } from '../wire/validation.ts'

/** Response of `GET /api/admin/assignees`, by name: to whom applications can be assigned. */
export const assigneesSchema = z.strictObject({
  people: z.array(
    z.strictObject({
      id: idSchema,
      name: z.string(),
      jobIds: z
        .array(idSchema)
        .nullable()
        .describe('The postings whose applications the person sees, of those that the viewer sees; null for all'),
    }),
  ),
})

/** Body of `POST /api/admin/assignments`. */
export const assignmentSchema = z.strictObject({
  assigneeId: idSchema.nullable().describe('Who takes care of them from now on; null for nobody'),
  applications: namedApplications,
})

/** Response of `POST /api/admin/assignments`. */
export const madeAssignmentSchema = z.strictObject({
  id: idSchema.nullable().describe('Names the change in a request to undo it; null when nothing changed'),
  undoableUntil: instantSchema.nullable().describe('null when nothing changed'),
  changed: z.array(applicationSchema),
  refused: z.array(
    refusedApplicationSchema.extend({
      reason: z
        .enum([...refusedApplicationSchema.shape.reason.options, 'not_a_viewer'])
        .describe('not_a_viewer: the person does not see this application'),
    }),
  ),
  unchanged: z.array(idSchema).describe('These were assigned so already'),
})

/** To whom applications can be assigned. */
export type Assignees = z.output<typeof assigneesSchema>
/** One to whom applications can be assigned. */
export type Assignee = Assignees['people'][number]
/** What is assigned to whom. */
export type Assignment = z.output<typeof assignmentSchema>
/** What became of each application. */
export type MadeAssignment = z.output<typeof madeAssignmentSchema>

/** Whether a person sees the applications of a posting, or those without one. */
export function seesApplications({ jobIds }: Pick<Assignee, 'jobIds'>, jobId: number | null): boolean {
  return jobIds === null || (jobId !== null && jobIds.includes(jobId))
}
