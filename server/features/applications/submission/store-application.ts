import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { SubmissionReceipt } from '../../../../contract/applications/application.ts'
import { FIRST_STATUS } from '../../../../contract/applications/status-lists.ts'
import type { QuestionAnswer } from '../../../../contract/jobs/question.ts'
import { type AnswerFields, type ReadAnswers, readAnswers } from '../../../../contract/jobs/question-answers.ts'
import { addDays } from '../../../../contract/promise/calendar-days.ts'
import { HELD_AS_SPAM } from '../../../platform/database/quarantine.ts'
import type { Db, JobRow, Tables } from '../../../platform/database/tables.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { recordAction } from '../../audit/audit-queries.ts'
import type { Services } from '../../feature.ts'
import { findJob } from '../../jobs/job-queries.ts'
import { askedQuestionsOf } from '../../jobs/job-questions.ts'
import { isPublic } from '../../jobs/job-rules.ts'
import { type SavedFile, savePrimary } from '../../resumes/primary-store.ts'
import { answersOf, storeAnswers } from '../answers/store-answers.ts'
import { type Applicant, columnsOfApplicant } from '../stored/application-fields.ts'
import { insertApplication } from '../stored/application-queries.ts'
import { insertReceived, type ScannedResume, wakeOutbox } from './store-resume.ts'

/** What an applicant sent, in the form in which it is kept. */
export type Submission = {
  applicant: Applicant
  /** As they were sent. */
  answers: AnswerFields
  jobId: number | null
  /** Where the applicant found the site; null where that is not known. */
  source: string | null
  /** Whether the posting must still be open, and its questions answered; a recovered application may name a closed one. */
  needsOpenJob: boolean
  /** Whether a program seems to have sent it. */
  isSpam: boolean
  /** The valid receipt with which it was resubmitted, as the column has it. */
  verifiedReceipt: string | null
  resume: ScannedResume | undefined
  idempotencyKey: string | null
  /** The {@link fingerprint}. */
  contentHash: string
}

/**
 * Stores a submission: first the file, durably, then in one transaction everything that names it.
 * @throws {RequestError} `job_closed`; a unique violation when its key is stored already
 */
export async function storeApplication(
  services: Services,
  { ip, log }: Pick<FastifyRequest, 'ip' | 'log'>,
  submission: Submission,
): Promise<SubmissionReceipt> {
  const { db, commit, clock, today, published, submissionLimit, shareOf } = services
  const now = clock()
  const share = await shareOf(db, ip)
  const { answerWithinDays } = (await published.current()).promise
  const answerBy = addDays(today().date, answerWithinDays)
  await using saved = submission.resume && (await savePrimary(services, submission.resume, log))
  const receipt = await commit(async (trx) => {
    const inserted = await insertSubmission(trx, services, submission, { saved, now, share, answerBy })
    await submissionLimit.count(trx, ip)
    await saved?.confirm(trx)
    return inserted
  }).catch(saved?.failed)
  wakeOutbox(services, submission.resume)
  return receipt
}

/**
 * @param context.share of the customer prefix that sent it
 * @param context.answerBy the day that the site promises at this time
 */
async function insertSubmission(
  trx: Transaction<Tables>,
  { stores, messages, receipts, today }: Pick<Services, 'stores' | 'messages' | 'receipts' | 'today'>,
  submission: Submission,
  { saved, now, share, answerBy }: { saved: SavedFile | undefined; now: Date; share: string; answerBy: string },
): Promise<SubmissionReceipt> {
  const createdAt = now.toISOString()
  const columns = columnsOfApplicant(submission.applicant)
  const id = await insertApplication(trx, {
    ...columns,
    status: FIRST_STATUS,
    archived: 0,
    quarantined: submission.isSpam ? HELD_AS_SPAM : 0,
    verified_receipt: submission.verifiedReceipt,
    job_id: submission.jobId,
    source: submission.source,
    created_at: createdAt,
    answer_by: answerBy,
    feedback: null,
    interview_date: null,
    idempotency_key: submission.idempotencyKey,
    content_hash: submission.contentHash,
  })
  // After the insert, so that a repeated attempt is recognised even when the posting has closed or changed in between.
  const answers = submission.needsOpenJob ? await requireAnswers(trx, submission, today().date) : []
  await storeAnswers(trx, { ...columns, id, job_id: submission.jobId }, answers)
  if (submission.resume && saved) {
    await insertReceived(trx, stores, { applicationId: id, resume: submission.resume, saved, now, share })
  }
  await recordAction(trx, {
    by: null,
    now,
    id,
    subject: 'application',
    event: { action: 'received', quarantined: submission.isSpam },
  })
  // A forged address must not get mail: the receipt of a quarantined application waits until an admin releases it.
  const application = {
    ...submission.applicant,
    id,
    job_id: submission.jobId,
    created_at: createdAt,
    answer_by: answerBy,
    interview_date: null,
    question_answers: JSON.stringify(answers),
  }
  const receipt = await receipts.issue(trx, application)
  if (!submission.isSpam) await messages.received(trx, application, { now, receipt, share })
  return { id, createdAt, receipt, sendsMail: messages.sendsMail }
}

/**
 * The answers of a submission to the questions of its posting, which must be open.
 * @throws {RequestError} `job_closed`, or what is wrong with an answer
 */
async function requireAnswers(
  db: Db,
  { jobId, answers }: Pick<Submission, 'jobId' | 'answers'>,
  today: string,
): Promise<QuestionAnswer[]> {
  return answersOf(jobId === null ? null : await requireOpenJob(db, jobId, today), answers)
}

/** What is wrong with the answers of a form that is refused anyway; nothing where its posting is not open. */
export async function findAnswerFaults(
  db: Db,
  { jobId, answers }: { jobId: number | undefined; answers: AnswerFields },
  today: string,
): Promise<ReadAnswers['faults']> {
  const job = jobId === undefined ? undefined : await findJob(db, jobId)
  return job && isPublic(job, today) ? readAnswers(askedQuestionsOf(job), answers).faults : []
}

async function requireOpenJob(db: Db, jobId: number, today: string): Promise<JobRow> {
  const job = await findJob(db, jobId)
  if (!job || !isPublic(job, today)) throw jobClosed()
  return job
}

/** The posting has closed since its form was opened. */
export function jobClosed(): RequestError {
  return new RequestError(
    'job_closed',
    'This position is no longer open, so your application was not sent. You can send it as a general application instead.',
  )
}
