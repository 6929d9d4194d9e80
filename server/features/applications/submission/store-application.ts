import type { Transaction } from 'kysely'
import type { SubmissionReceipt } from '../../../../contract/application.ts'
import type { FileStoreName, ScanState } from '../../../../contract/vocabulary.ts'
import { isOutcomeUnknown, isUniqueViolation } from '../../../platform/database/constraints.ts'
import { hashContent } from '../../../platform/database/content-hash.ts'
import type { Commit } from '../../../platform/database/group-commit.ts'
import type { Db, Tables } from '../../../platform/database/tables.ts'
import { idempotencyKeyReused, RequestError } from '../../../platform/http/request-error.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { scheduleTask } from '../../../platform/outbox/outbox-queries.ts'
import type { ReceivedResume } from '../../../platform/uploads/receive-form.ts'
import { recordAction } from '../../audit/audit-queries.ts'
import { findJob } from '../../jobs/job-queries.ts'
import { isPublic } from '../../jobs/job-rules.ts'
import type { PrimaryStore, StoredFile } from '../../resumes/primary-store.ts'
import { queueReplicas } from '../../resumes/queue-replicas.ts'
import { insertResume } from '../../resumes/resume-queries.ts'
import { extractTextTask } from '../../resumes/resume-task-kinds.ts'
import { scheduleScan } from '../../resumes/scan-queries.ts'
import { type Applicant, applicantOf } from '../application-fields.ts'
import { findApplicationByIdempotencyKey, insertApplication } from '../application-queries.ts'

/** What an applicant sent, in the form in which it is kept. */
export type Submission = {
  applicant: Applicant
  jobId: number | null
  /** Whether the posting must still be open; a recovered application may name a closed one. */
  needsOpenJob: boolean
  /** Whether a program seems to have sent it. */
  isSpam: boolean
  resume: (ReceivedResume & { scan: ScanState | null }) | undefined
  idempotencyKey: string | null
}

type Storing = {
  db: Db
  commit: Commit
  primary: PrimaryStore
  now: Date
  /** Stores that get a replica of the resume. */
  replicateTo: readonly FileStoreName[]
  outbox: Pick<Outbox, 'wake' | 'wakeSoon'>
  /** Counts the submission towards its sender's limit, in the same transaction. */
  countSubmission(trx: Db): Promise<void>
}

/**
 * Stores a submission once: first the file, durably, then in one transaction everything that names it. A repeated
 * attempt with the same key and content gets the first one's receipt.
 * @throws {RequestError} `job_closed`, or `idempotency_key_reused` when the key came with other content
 */
export async function storeApplication(
  { db, commit, primary, now, replicateTo, outbox, countSubmission }: Storing,
  submission: Submission,
): Promise<SubmissionReceipt> {
  const contentHash = fingerprint(submission)
  const saved = submission.resume && (await primary.save(submission.resume))
  let isCommitting = false
  try {
    const receipt = await commit(async (trx) => {
      const inserted = await insertSubmission(trx, submission, { contentHash, saved, now, replicateTo })
      if (saved) await primary.confirm(trx, saved)
      await countSubmission(trx)
      isCommitting = true
      return inserted
    })
    wakeOutbox(outbox, submission, replicateTo)
    return receipt
  } catch (error) {
    // The transaction may have been committed, and its row then names the file: keep it. The response is 503, and a retry
    // with the same key gets the receipt. The sweeper moves the file aside if no row names it.
    if (isCommitting && isOutcomeUnknown(error)) throw error
    if (saved) await primary.discard(saved)
    // A file in a remote primary store is removed at once.
    outbox.wake()
    if (submission.idempotencyKey === null || !isUniqueViolation(error)) throw error
    return receiptOfEarlierAttempt(db, submission.idempotencyKey, contentHash)
  }
}

/** A replica and a scan begin at once; a text can wait. */
function wakeOutbox(outbox: Storing['outbox'], { resume }: Submission, replicateTo: Storing['replicateTo']): void {
  if (replicateTo.length > 0 || resume?.scan === 'not-scanned') outbox.wake()
  else if (resume) outbox.wakeSoon()
}

async function insertSubmission(
  trx: Transaction<Tables>,
  submission: Submission,
  {
    contentHash,
    saved,
    now,
    replicateTo,
  }: Pick<Storing, 'now' | 'replicateTo'> & { contentHash: string; saved: StoredFile | undefined },
): Promise<SubmissionReceipt> {
  const createdAt = now.toISOString()
  const id = await insertApplication(trx, {
    ...submission.applicant,
    status: 'pending',
    archived: 0,
    quarantined: submission.isSpam ? 1 : 0,
    job_id: submission.jobId,
    created_at: createdAt,
    feedback: null,
    interview_date: null,
    idempotency_key: submission.idempotencyKey,
    content_hash: contentHash,
  })
  // After the insert, so that a repeated attempt is recognised even when the posting has closed in between.
  if (submission.needsOpenJob && submission.jobId !== null) await requireOpenJob(trx, submission.jobId)
  if (submission.resume && saved) {
    const { file, kind, originalName, scan } = submission.resume
    const { size, sha256 } = file
    await insertResume(trx, {
      application_id: id,
      store: saved.store,
      key: saved.key,
      original_name: originalName,
      kind,
      size,
      sha256,
      scan,
      now,
    })
    if (scan === 'not-scanned') await scheduleScan(trx, now)
    for (const store of replicateTo) await queueReplicas(trx, [id], store, now)
    if (scan !== 'infected') await scheduleTask(trx, extractTextTask({ applicationId: id }), now)
  }
  await recordAction(trx, {
    by: null,
    now,
    id,
    subject: 'application',
    event: { action: 'received', quarantined: submission.isSpam },
  })
  return { id, createdAt }
}

async function receiptOfEarlierAttempt(
  db: Db,
  idempotencyKey: string,
  contentHash: string,
): Promise<SubmissionReceipt> {
  const earlier = await findApplicationByIdempotencyKey(db, idempotencyKey)
  if (earlier?.content_hash === contentHash) return { id: earlier.id, createdAt: earlier.created_at }
  throw idempotencyKeyReused()
}

async function requireOpenJob(db: Db, jobId: number): Promise<void> {
  const job = await findJob(db, jobId)
  if (job && isPublic(job)) return
  throw new RequestError(
    'job_closed',
    'This position is no longer open, so your application was not sent. You can send it as a general application instead.',
  )
}

function fingerprint({ applicant, jobId, resume }: Submission): string {
  return hashContent([...Object.values(applicantOf(applicant)), jobId, resume?.file.sha256 ?? null])
}
