import type { $ZodIssue } from 'zod/v4/core'
import { RESUME_MISSING, submissionReceiptSchema } from '../../../../contract/applications/application.ts'
import { applicationSubmissionSchema } from '../../../../contract/applications/application-submission.ts'
import { kindsOf } from '../../../../contract/applications/resume-kinds.ts'
import { isWritten, RESUME_SECTIONS } from '../../../../contract/applications/written-resume.ts'
import type { AnswerFields } from '../../../../contract/jobs/question-answers.ts'
import { API } from '../../../../contract/wire/paths.ts'
import { idempotencyHeadersSchema, idTextSchema } from '../../../../contract/wire/validation.ts'
import { invalidFields } from '../../../platform/http/error-handler.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { errorResponses, multipartBody, type WellheadApp } from '../../../platform/http/route.ts'
import type { Services } from '../../feature.ts'
import { findAnswerFaults } from './store-application.ts'
import { type SubmissionForm, takeSubmission } from './take-submission.ts'

/** Applying for a posting, or in general. */
export function submissionRoutes(app: WellheadApp, services: Services): void {
  const form = applicationForm(services)
  app.post(
    API.submitApplication,
    {
      ...multipartBody(applicationSubmissionSchema, { requiresResume: false }),
      schema: {
        operationId: 'submitApplication',
        summary: 'Apply for a posting, or in general',
        tags: ['applications'],
        headers: idempotencyHeadersSchema,
        response: { 201: submissionReceiptSchema, ...errorResponses },
      },
    },
    async (request, reply) => reply.code(201).send(await takeSubmission(request, services, form)),
  )
}

/** The application form, however it is sent. */
export function applicationForm({
  db,
  today,
}: Pick<Services, 'db' | 'today'>): SubmissionForm<typeof applicationSubmissionSchema> {
  const faultsOfAnswers = async (jobId: number | undefined, answers: AnswerFields) => {
    const faults = await findAnswerFaults(db, { jobId, answers }, today().date)
    return faults.map(({ field, message }) => issue(field, message))
  }
  return {
    schema: applicationSubmissionSchema,
    kinds: kindsOf('application'),
    findFurtherFaults: async (fields, hasFile) => {
      const hasResume = hasFile || RESUME_SECTIONS.some((section) => fields.get(section)?.trim())
      const jobId = idTextSchema.safeParse(fields.get('jobId')).data
      const ofAnswers = await faultsOfAnswers(jobId, Object.fromEntries(fields))
      return hasResume ? ofAnswers : [issue('resume', RESUME_MISSING), ...ofAnswers]
    },
    toSubmission: async ({ jobId, source, website, answers, resumeTexts, ...applicant }, resume) => {
      const written = isWritten(resumeTexts) ? resumeTexts : null
      if (resume && written)
        throw invalidFields([issue('resume', 'Please send either a resume file or what you wrote, not both')])
      if (!resume && !written) {
        const ofAnswers = await faultsOfAnswers(jobId, answers)
        if (ofAnswers.length > 0) throw invalidFields([issue('resume', RESUME_MISSING), ...ofAnswers])
        throw new RequestError('resume_missing', RESUME_MISSING)
      }
      return {
        applicant,
        answers,
        written,
        jobId: jobId ?? null,
        source,
        needsOpenJob: true,
        isSpam: Boolean(website),
        verifiedReceipt: null,
      }
    },
  }
}

function issue(field: string, message: string): $ZodIssue {
  return { code: 'custom', path: [field], message, input: undefined }
}
