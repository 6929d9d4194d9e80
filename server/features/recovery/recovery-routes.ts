import { NOTHING_GIVEN } from '../../../contract/applications/applicant-fields.ts'
import { submissionReceiptSchema } from '../../../contract/applications/application.ts'
import {
  checkedReceiptSchema,
  LONGEST_RECEIPT_BYTES,
  receiptQuestionSchema,
} from '../../../contract/applications/receipt.ts'
import { recoverySubmissionSchema } from '../../../contract/applications/recovery.ts'
import { kindsOf } from '../../../contract/applications/resume-kinds.ts'
import { API } from '../../../contract/wire/paths.ts'
import { idempotencyHeadersSchema } from '../../../contract/wire/validation.ts'
import { errorResponses, multipartBody, type WellheadApp } from '../../platform/http/route.ts'
import { type SubmissionForm, takeSubmission } from '../applications/submission/take-submission.ts'
import type { Services } from '../feature.ts'
import { findOnlyJobId } from '../jobs/job-queries.ts'
import { checkReceipt, requireValidReceipt } from './receipt-checks.ts'
import { receiptFindings, recoveryNote } from './recovery-note.ts'

/** Resubmits an application that was lost. */
export function recoveryRoutes(app: WellheadApp, services: Services): void {
  const form: SubmissionForm<typeof recoverySubmissionSchema> = {
    schema: recoverySubmissionSchema,
    kinds: kindsOf('recovery'),
    toSubmission: async (fields, resume) => {
      const { name, email, phone, jobTitle, website, receipt: encoded } = fields
      const { receipt, verified } = encoded ? await requireValidReceipt(services, encoded) : {}
      const compared = receipt && {
        receipt,
        isSamePerson: receipt.name === name && receipt.email === email,
        isSameFile: resume && receipt.sha256 !== null ? resume.file.sha256 === receipt.sha256 : null,
      }
      return {
        applicant: { ...NOTHING_GIVEN, name, email, phone, note: recoveryNote(fields) },
        jobId: jobTitle === null ? null : await findOnlyJobId(services.db, jobTitle),
        source: null,
        answers: {},
        written: null,
        needsOpenJob: false,
        isSpam: Boolean(website),
        verifiedReceipt: compared ? JSON.stringify({ ...verified, findings: receiptFindings(compared) }) : null,
      }
    },
  }

  app.post(
    API.recoveryReceipt,
    {
      bodyLimit: LONGEST_RECEIPT_BYTES,
      schema: {
        operationId: 'checkReceipt',
        summary: 'Check a receipt, and whether its application is stored',
        tags: ['recovery'],
        body: receiptQuestionSchema,
        response: { 200: checkedReceiptSchema, ...errorResponses },
      },
    },
    (request) => checkReceipt(services, request.body.receipt),
  )

  app.post(
    API.recoveryResubmit,
    {
      ...multipartBody(recoverySubmissionSchema, { requiresResume: false }),
      schema: {
        operationId: 'resubmitApplication',
        summary: 'Resubmit an application that was lost',
        tags: ['recovery'],
        headers: idempotencyHeadersSchema,
        response: { 201: submissionReceiptSchema, ...errorResponses },
      },
    },
    async (request, reply) => reply.code(201).send(await takeSubmission(request, services, form)),
  )
}
