import type { Transaction } from 'kysely'
import { APPLICANT_FIELD_NAMES } from '../../../../contract/applications/applicant-fields.ts'
import type { SubmissionReceipt } from '../../../../contract/applications/application.ts'
import { type AnswerFields, type ReadAnswers, readAnswers } from '../../../../contract/applications/question-answers.ts'
import type { WrittenResume } from '../../../../contract/applications/written-resume.ts'
import type { QuestionAnswer } from '../../../../contract/jobs/question.ts'
import type { FileStoreName } from '../../../../contract/wire/file-store-names.ts'
import type { Today } from '../../../platform/calendar-day.ts'
import { isUniqueViolation } from '../../../platform/database/constraints.ts'
import { hashContent } from '../../../platform/database/content-hash.ts'
import type { Commit } from '../../../platform/database/group-commit.ts'
import type { Db, JobRow, Tables } from '../../../platform/database/tables.ts'
import { idempotencyKeyReused, RequestError } from '../../../platform/http/request-error.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { ReceivedResume } from '../../../platform/uploads/receive-form.ts'
import { recordAction } from '../../audit/audit-queries.ts'
import { findJob } from '../../jobs/job-queries.ts'
import { askedQuestionsOf } from '../../jobs/job-questions.ts'
import { isPublic } from '../../jobs/job-rules.ts'
import type { MessageWriter } from '../../messages/queue-messages.ts'
import type { Receipts } from '../../receipts/receipts.ts'
import type { PrimaryStore, StoredFile } from '../../resumes/primary-store.ts'
import { answersOf, storeAnswers } from '../answers/store-answers.ts'
import { type Applicant, columnsOfApplicant } from '../application-fields.ts'
import { findApplicationByIdempotencyKey, insertApplication } from '../application-queries.ts'
import { commitWithFile, insertReceived, type ScannedResume, wakeOutbox } from './store-resume.ts'

/** What an applicant sent, in the form in which it is kept. */
export type Submission = {
  applicant: Applicant
  /** As they were sent. */
  answers: AnswerFields
  jobId: number | null
  /** Whether the posting must still be open, and its questions answered; a recovered application may name a closed one. */
  needsOpenJob: boolean
  /** Whether a program seems to have sent it. */
  isSpam: boolean
  /** The valid receipt with which it was resubmitted, as the column has it. */
  verifiedReceipt: string | null
  resume: ScannedResume | undefined
  /** What was written in place of a file; null where a file was sent, or none. */
  written: WrittenResume | null
  idempotencyKey: string | null
  /** The {@link fingerprint}. */
  contentHash: string
}

type Storing = {
  db: Db
  commit: Commit
  primary: PrimaryStore
  messages: Pick<MessageWriter, 'received' | 'mailsReceipts'>
  receipts: Receipts
  now: Date
  today: Today
  /** Stores that get a replica of the resume. */
  replicateTo: readonly FileStoreName[]
  outbox: Pick<Outbox, 'wake' | 'wakeSoon'>
  /** Counts the submission towards its sender's limit, in the same transaction. */
  countSubmission(trx: Db): Promise<void>
  /** Of the network that sent it. */
  share: string
}

/** What finding an earlier attempt takes. */
type EarlierAttempts = Pick<Storing, 'db' | 'commit' | 'messages' | 'receipts' | 'countSubmission'>

/**
 * Stores a submission once: first the file, durably, then in one transaction everything that names it. A repeated
 * attempt with the same key and content gets the first one's receipt.
 * @throws {RequestError} `job_closed`, or `idempotency_key_reused` when the key came with other content
 */
export async function storeApplication(storing: Storing, submission: Submission): Promise<SubmissionReceipt> {
  const { commit, primary, messages, receipts, now, today, replicateTo, outbox, countSubmission, share } = storing
  try {
    const receipt = await commitWithFile({ commit, primary, outbox }, submission.resume, async (trx, saved) => {
      const facts = { saved, messages, receipts, now, today, replicateTo, share }
      const inserted = await insertSubmission(trx, submission, facts)
      await countSubmission(trx)
      return inserted
    })
    wakeOutbox(outbox, submission.resume, replicateTo)
    return receipt
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const earlier = await findEarlierReceipt(storing, submission)
    if (!earlier) throw error
    return earlier
  }
}

async function insertSubmission(
  trx: Transaction<Tables>,
  submission: Submission,
  {
    saved,
    messages,
    receipts,
    now,
    today,
    replicateTo,
    share,
  }: Pick<Storing, 'messages' | 'receipts' | 'now' | 'today' | 'replicateTo' | 'share'> & {
    saved: StoredFile | undefined
  },
): Promise<SubmissionReceipt> {
  const createdAt = now.toISOString()
  const columns = columnsOfApplicant(submission.applicant)
  const id = await insertApplication(trx, {
    ...columns,
    status: 'pending',
    archived: 0,
    quarantined: submission.isSpam ? 1 : 0,
    verified_receipt: submission.verifiedReceipt,
    job_id: submission.jobId,
    created_at: createdAt,
    feedback: null,
    interview_date: null,
    idempotency_key: submission.idempotencyKey,
    content_hash: submission.contentHash,
  })
  // After the insert, so that a repeated attempt is recognised even when the posting has closed or changed in between.
  const answers = submission.needsOpenJob ? await requireAnswers(trx, submission, today().date) : []
  await storeAnswers(trx, { ...columns, id, job_id: submission.jobId }, answers)
  if (submission.resume && saved) {
    await insertReceived(trx, { applicationId: id, resume: submission.resume, saved, replicateTo, now, share })
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
    interview_date: null,
    question_answers: JSON.stringify(answers),
  }
  const receipt = await receipts.issue(trx, application)
  if (!submission.isSpam) await messages.received(trx, application, { now, receipt, share })
  return { id, createdAt, receipt, isMailed: messages.mailsReceipts }
}

/**
 * The receipt of an earlier attempt with the same key and content; undefined where there is none.
 * @throws {RequestError} `idempotency_key_reused` when the key came with other content
 */
export async function findEarlierReceipt(
  { db, commit, messages, receipts, countSubmission }: EarlierAttempts,
  { idempotencyKey, contentHash }: Pick<Submission, 'idempotencyKey' | 'contentHash'>,
): Promise<SubmissionReceipt | undefined> {
  const earlier = idempotencyKey === null ? undefined : await findApplicationByIdempotencyKey(db, idempotencyKey)
  if (!earlier) return undefined
  if (earlier.content_hash !== contentHash) {
    // A stored key passes the first check of the limit, so a form that misuses one counts as well.
    await commit(countSubmission)
    throw idempotencyKeyReused()
  }
  const { id, created_at } = earlier
  return { id, createdAt: created_at, receipt: await receipts.issue(db, earlier), isMailed: messages.mailsReceipts }
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

/** Equal for submissions with the same fields, answers, posting and file. */
export function fingerprint({
  applicant,
  answers,
  jobId,
  resume,
}: Pick<Submission, 'applicant' | 'answers' | 'jobId'> & {
  resume: Pick<ReceivedResume, 'file'> | undefined
}): string {
  const given = Object.entries(answers).filter(([, answer]) => answer !== '')
  const answered = given.length === 0 ? [] : [given.toSorted(([one], [other]) => (one < other ? -1 : 1))]
  return hashContent([
    ...APPLICANT_FIELD_NAMES.map((field) => applicant[field]),
    jobId,
    resume?.file.sha256 ?? null,
    ...answered,
  ])
}
