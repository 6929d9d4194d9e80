import {
  applicantBoardQuerySchema,
  applicantBoardSchema,
  applicantCountsSchema,
} from '../../../../contract/applications/applicant-board.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { BOARD_COLUMN } from '../../../../contract/wire/limits.ts'
import { idParamsSchema } from '../../../../contract/wire/validation.ts'
import { sendOnlyChanges } from '../../../platform/http/entity-tags.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../../platform/http/route.ts'
import { seenBy } from '../../accounts/seen-by.ts'
import { signedIn } from '../../accounts/sessions.ts'
import type { Services } from '../../feature.ts'
import { findJob } from '../../jobs/job-queries.ts'
import { missingJob } from '../../jobs/missing-job.ts'
import { readApplicantBoard, readApplicantCounts } from './read-applicant-board.ts'

/** Reading postings with their applicants: counts for the list, and the board of one (`docs/decisions/0064`). */
export function applicantBoardRoutes(app: WellheadApp, { db, sessions }: Services): void {
  app.get(
    ADMIN_API.applicantCounts,
    {
      onSend: sendOnlyChanges([]),
      ...sessions.guarded({
        may: APPLICATIONS.read,
        of: 'rows',
        operationId: 'listApplicantCounts',
        summary: 'Count the applications of each posting',
        responseHeaders: ['ETag'],
        tags: ['jobs'],
        response: { 200: applicantCountsSchema, 304: emptyResponse, ...errorResponses },
      }),
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return readApplicantCounts(seenBy(db, signedIn(request)))
    },
  )

  app.get(
    ADMIN_API.applicantBoard,
    {
      onSend: sendOnlyChanges([]),
      ...sessions.guarded({
        may: APPLICATIONS.read,
        of: 'job',
        operationId: 'getApplicantBoard',
        summary: 'Read the applications of a posting by status',
        responseHeaders: ['ETag'],
        tags: ['jobs'],
        params: idParamsSchema,
        querystring: applicantBoardQuerySchema,
        response: { 200: applicantBoardSchema, 304: emptyResponse, ...errorResponses },
      }),
    },
    async (request, reply) => {
      const { id } = request.params
      if (!(await findJob(db, id))) throw await missingJob(db, id)
      reply.header('Cache-Control', 'no-store')
      return readApplicantBoard(db, id, request.query.limit ?? BOARD_COLUMN.usual)
    },
  )
}
