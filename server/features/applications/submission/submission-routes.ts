import { submissionReceiptSchema } from '../../../../contract/application.ts'
import { applicationSubmissionSchema } from '../../../../contract/application-submission.ts'
import { API } from '../../../../contract/paths.ts'
import { idempotencyHeadersSchema } from '../../../../contract/validation.ts'
import { APPLICATION_RESUME_KINDS } from '../../../../contract/vocabulary.ts'
import { isWritten } from '../../../../contract/written-resume.ts'
import { invalidFields } from '../../../platform/http/error-handler.ts'
import { errorResponses, multipartBody, type WellheadApp } from '../../../platform/http/feature.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { type SubmissionDependencies, type SubmissionForm, takeSubmission } from './submission-handler.ts'

/** Applying for a posting, or in general (`spec.md` sections 2, 5 and 7). */
export function submissionRoutes(app: WellheadApp, dependencies: SubmissionDependencies): void {
  app.post(
    API.submitApplication,
    {
      ...multipartBody(applicationSubmissionSchema, { requiresResume: false }),
      schema: {
        tags: ['applications'],
        headers: idempotencyHeadersSchema,
        response: { 201: submissionReceiptSchema, ...errorResponses },
      },
    },
    async (request, reply) => reply.code(201).send(await takeSubmission(request, dependencies, APPLICATION_FORM)),
  )
}

/** The application form, however it is sent. */
export const APPLICATION_FORM: SubmissionForm<typeof applicationSubmissionSchema> = {
  schema: applicationSubmissionSchema,
  kinds: APPLICATION_RESUME_KINDS,
  toSubmission: async ({ jobId, website, answers, resumeTexts, ...applicant }, resume) => {
    const written = isWritten(resumeTexts) ? resumeTexts : null
    if (resume && written) throw bothSent()
    if (!resume && !written) throw new RequestError('resume_missing', 'Please select a resume file')
    return {
      applicant,
      answers,
      written,
      jobId: jobId ?? null,
      needsOpenJob: true,
      isSpam: Boolean(website),
      verifiedReceipt: null,
    }
  },
}

function bothSent(): RequestError {
  const message = 'Please send either a resume file or what you wrote, not both'
  return invalidFields([{ code: 'custom', path: ['resume'], message, input: undefined }])
}
