import type { KeyObject } from 'node:crypto'
import type { Receipt } from '../../../contract/applications/receipt.ts'
import { type QuestionAnswer, withoutMarks } from '../../../contract/jobs/question.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ApplicationRow, Db } from '../../platform/database/tables.ts'
import { downloadName } from '../../platform/uploads/resume-name.ts'
import { findJobTitles } from '../jobs/job-queries.ts'
import { listResumes } from '../resumes/resume-queries.ts'
import { type KeyStorage, obtainKeys, readKeys } from './key-storage.ts'
import { type ReceiptKeys, signingKey } from './receipt-keys.ts'
import { type CheckedSignature, checkSignature, type ReceiptFacts, signReceipt } from './sign-receipt.ts'

/** The application that a receipt is about. */
export type ReceiptSubject = Pick<
  ApplicationRow,
  'id' | 'name' | 'email' | 'phone' | 'job_id' | 'created_at' | 'question_answers'
>

declare module '../feature.ts' {
  interface Services {
    receipts: Receipts
  }
}

/** Issues and checks receipts. All take the database, or the transaction that stores the application, first. */
export type Receipts = {
  /** Makes the keys where there are none. @throws {StartFault} when they cannot be opened */
  prepare(db: Db): Promise<void>
  /** Issues the receipt of a stored application. */
  issue(db: Db, application: ReceiptSubject): Promise<Receipt>
  check(db: Db, receipt: Receipt): Promise<CheckedSignature>
}

/** How long keys are used before they are read again: `rotate-receipt-key` takes effect within it. In milliseconds. */
const REREAD_MS = 60_000

/** @param storage where the keys are */
export function createReceipts({ clock, ...storage }: KeyStorage & { clock: Clock }): Receipts {
  let latest: { keys: ReceiptKeys; key: KeyObject; readAt: number } | undefined
  const read = async (db: Db) => {
    // Keys that cannot be read again serve on: no application is refused because of its receipt.
    const again = latest && ((await readKeys(db, storage).catch(() => undefined)) ?? latest.keys)
    const keys = again ?? (await obtainKeys(db, storage, clock()))
    latest = { keys, key: signingKey(keys), readAt: performance.now() }
    return latest
  }
  const current = async (db: Db) => (latest && performance.now() - latest.readAt < REREAD_MS ? latest : await read(db))

  return {
    prepare: async (db) => {
      await read(db)
    },
    issue: async (db, application) => {
      const facts = await factsOf(db, application)
      const { keys, key } = await current(db)
      return signReceipt(facts, keys, key)
    },
    check: async (db, receipt) => {
      const checked = checkSignature(receipt, (await current(db)).keys)
      // Another process may have rotated the key since.
      return checked.verdict === 'other_installation' ? checkSignature(receipt, (await read(db)).keys) : checked
    },
  }
}

async function factsOf(db: Db, application: ReceiptSubject): Promise<ReceiptFacts> {
  const { id, name, email, phone, job_id, created_at, question_answers } = application
  const titles = job_id === null ? undefined : await findJobTitles(db, [job_id])
  // The first one: a repeated submission gets its receipt although the resume was replaced since.
  const [resume] = await listResumes(db, id)
  return {
    reference: formatReference('APP', id),
    job: (job_id !== null && titles?.get(job_id)) || null,
    name,
    email,
    phone,
    time: created_at,
    fileName: resume ? downloadName(resume.original_name, resume.kind, name) : null,
    size: resume?.size ?? null,
    sha256: resume?.sha256 ?? null,
    answers: withoutMarks(JSON.parse(question_answers) as QuestionAnswer[]),
  }
}
