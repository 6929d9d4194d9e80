import { APPLICANT_FIELD_NAMES } from '../../../../contract/applications/applicant-fields.ts'
import type { SubmissionReceipt } from '../../../../contract/applications/application.ts'
import type { AnswerFields } from '../../../../contract/jobs/question-answers.ts'
import { hashContent } from '../../../platform/database/content-hash.ts'
import type { ApplicationRow, Db } from '../../../platform/database/tables.ts'
import type { KeyedHash } from '../../../platform/http/client-address.ts'
import { idempotencyKeyReused } from '../../../platform/http/request-error.ts'
import type { ReceivedResume } from '../../../platform/uploads/receive-form.ts'
import type { Services } from '../../feature.ts'
import type { Applicant } from '../stored/application-fields.ts'
import { findApplicationByIdempotencyKey } from '../stored/application-queries.ts'

const ONE_DAY_MS = 24 * 60 * 60_000

/** Equal for submissions with the same fields, answers, posting and file. */
export function fingerprint(
  { applicant, answers, jobId }: { applicant: Applicant; answers: AnswerFields; jobId: number | null },
  resume: Pick<ReceivedResume, 'file'> | undefined,
): string {
  const given = Object.entries(answers).filter(([, answer]) => answer !== '')
  const answered = given.length === 0 ? [] : [given.toSorted(([one], [other]) => (one < other ? -1 : 1))]
  return hashContent([
    ...APPLICANT_FIELD_NAMES.map((field) => applicant[field]),
    jobId,
    resume?.file.sha256 ?? null,
    ...answered,
  ])
}

/**
 * The idempotency key of a form that sends none: the same content has the same key today and tomorrow (UTC). The hash is
 * keyed, so that no other caller can take the key first.
 * @param contentHash of all fields and the file
 */
export async function contentKey(
  { db, hash, now }: { db: Db; hash: KeyedHash; now: Date },
  contentHash: string,
): Promise<string> {
  const keyOfDay = (day: Date) => hash(db, 'native-form', day.toISOString().slice(0, 10), contentHash)
  const yesterday = await keyOfDay(new Date(now.getTime() - ONE_DAY_MS))
  return (await findApplicationByIdempotencyKey(db, yesterday)) ? yesterday : keyOfDay(now)
}

/**
 * The receipt of an earlier attempt with the same key.
 * @param address of the sender
 * @throws {RequestError} `idempotency_key_reused` when the key came with other content
 */
export async function receiptOfEarlier(
  {
    db,
    commit,
    messages,
    receipts,
    submissionLimit,
  }: Pick<Services, 'db' | 'commit' | 'messages' | 'receipts' | 'submissionLimit'>,
  earlier: ApplicationRow,
  { address, contentHash }: { address: string; contentHash: string },
): Promise<SubmissionReceipt> {
  if (earlier.content_hash !== contentHash) {
    // A stored key passes the first check of the limit, so a form that misuses one counts as well.
    await commit((trx) => submissionLimit.count(trx, address))
    throw idempotencyKeyReused()
  }
  const { id, created_at } = earlier
  return { id, createdAt: created_at, receipt: await receipts.issue(db, earlier), sendsMail: messages.sendsMail }
}
