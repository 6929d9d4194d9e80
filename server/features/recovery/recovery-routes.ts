import { submissionReceiptSchema } from '../../../contract/application.ts'
import { API } from '../../../contract/paths.ts'
import { recoverySubmissionSchema } from '../../../contract/recovery.ts'
import { idempotencyHeadersSchema } from '../../../contract/validation.ts'
import { RECOVERY_RESUME_KINDS } from '../../../contract/vocabulary.ts'
import { errorResponses, multipartBody, type WellheadApp } from '../../platform/http/feature.ts'
import {
  type SubmissionDependencies,
  type SubmissionForm,
  takeSubmission,
} from '../applications/submission/submission-handler.ts'
import { findOnlyJobId } from '../jobs/job-queries.ts'
import { recoveryNote } from './recovery-note.ts'

/** Resubmits an application that was lost (`spec.md` sections 2, 5 and 7). */
export function recoveryRoutes(app: WellheadApp, dependencies: SubmissionDependencies): void {
  const form: SubmissionForm<typeof recoverySubmissionSchema> = {
    schema: recoverySubmissionSchema,
    kinds: RECOVERY_RESUME_KINDS,
    toSubmission: async (fields) => ({
      applicant: { name: fields.name, email: fields.email, phone: fields.phone, note: recoveryNote(fields) },
      jobId: fields.jobTitle === null ? null : await findOnlyJobId(dependencies.db, fields.jobTitle),
      needsOpenJob: false,
      isSpam: Boolean(fields.website),
    }),
  }

  app.post(
    API.recoveryResubmit,
    {
      ...multipartBody(recoverySubmissionSchema, { requiresResume: false }),
      schema: {
        tags: ['recovery'],
        headers: idempotencyHeadersSchema,
        response: { 201: submissionReceiptSchema, ...errorResponses },
      },
    },
    async (request, reply) => reply.code(201).send(await takeSubmission(request, dependencies, form)),
  )
}
