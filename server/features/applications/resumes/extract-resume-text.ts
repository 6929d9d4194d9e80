import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import { lockRow } from '../../../platform/database/row-locks.ts'
import type { ResumeRow, Tables } from '../../../platform/database/tables.ts'
import type { FileStores } from '../../../platform/file-stores/file-stores.ts'
import { handleTask, type TaskAttempt } from '../../../platform/outbox/task-kinds.ts'
import { type ExtractedText, withoutText } from '../../../platform/text-extraction/extracted-text.ts'
import { PARSER_VERSION, type TextExtractor } from '../../../platform/text-extraction/text-extractor.ts'
import type { UploadSlots } from '../../../platform/uploads/upload-slots.ts'
import { openResume } from '../../resumes/open-resume.ts'
import { findCurrentResume } from '../../resumes/resume-queries.ts'
import { extractTextTask } from '../../resumes/resume-task-kinds.ts'
import { deleteResumeText, findResumeText, storeResumeText } from '../../resumes/resume-text-queries.ts'
import { reindexResume } from '../search/application-search-queries.ts'

/** What reading texts needs. */
export type Extraction = {
  db: Kysely<Tables>
  stores: FileStores
  clock: Clock
  log: FastifyBaseLogger
  extractor: TextExtractor
  slots: Pick<UploadSlots, 'isIdle'>
}

/** A file that so many processes died of, each without an error, is not read again. */
const MOST_DEATHS = 3
/** Longest that a text waits for uploads under way, in milliseconds: uploads that never end must not prevent it. */
const LONGEST_WAIT_MS = 10_000
const WAIT_STEP_MS = 200

/** The handler of the task that reads the text of a resume, by its kind (`docs/decisions/0060-resume-text.md`). */
export function createTextTasks(extraction: Extraction) {
  const read = ({ applicationId }: { applicationId: number }, attempt: TaskAttempt) =>
    extractResumeText(extraction, applicationId, attempt)
  return { [extractTextTask.kind]: handleTask(extractTextTask, read, { atOnce: 1 }) }
}

/**
 * Reads the text of a resume, stores it and puts its words into the search index; nothing where this parser has read it.
 * @throws when a store cannot be reached, or the process ends: a retry is useful
 */
async function extractResumeText(extraction: Extraction, applicationId: number, attempt: TaskAttempt): Promise<void> {
  const { db } = extraction
  const resume = await findCurrentResume(db, applicationId)
  if (!resume || resume.scan === 'infected') return
  if ((await findResumeText(db, applicationId))?.parser_version === PARSER_VERSION) return
  const hasKilled = attempt.last_error === null && attempt.attempts > MOST_DEATHS
  const text = hasKilled ? withoutText('failed') : await readText(extraction, resume)
  await storeText(extraction, resume, text)
}

/** @returns undefined when no store has the file */
async function readText(extraction: Extraction, resume: ResumeRow): Promise<ExtractedText | undefined> {
  const { extractor, slots } = extraction
  for (let waited = 0; !slots.isIdle() && waited < LONGEST_WAIT_MS; waited += WAIT_STEP_MS) {
    await wait(WAIT_STEP_MS, undefined, { ref: false })
  }
  const file = await openResume(extraction, resume)
  if (!file) return undefined
  // Memory of its own, which can be handed to a thread.
  const content = new Uint8Array(resume.size)
  let at = 0
  for await (const chunk of file) {
    content.set(chunk, at)
    at += chunk.length
  }
  return extractor.extract(resume.kind, content)
}

async function storeText(
  { db, clock }: Extraction,
  { id, application_id: applicationId }: ResumeRow,
  read: ExtractedText | undefined,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'applications', applicationId)
    // Deleted or replaced meanwhile.
    if ((await findCurrentResume(trx, applicationId))?.id !== id) return
    const before = await findResumeText(trx, applicationId)
    // An earlier text serves until the file is back.
    if (!read && before) return
    const text = read ?? withoutText('failed')
    await storeResumeText(trx, {
      application_id: applicationId,
      ...columnsOf(text),
      // A text that counts as outdated is read again, by the check or the replication that finds the file.
      parser_version: read ? PARSER_VERSION : '',
      extracted_at: clock().toISOString(),
    })
    if (text.text !== before?.text) await reindexResume(trx, applicationId, before?.text ?? '', text.text)
  })
}

/** Removes the text of a resume that is replaced, and its words from the search index. */
export async function forgetResumeText(trx: Transaction<Tables>, applicationId: number): Promise<void> {
  const text = await findResumeText(trx, applicationId)
  if (!text) return
  await deleteResumeText(trx, applicationId)
  await reindexResume(trx, applicationId, text.text, '')
}

function columnsOf({ isTruncated, ...columns }: ExtractedText) {
  return { ...columns, is_truncated: isTruncated ? (1 as const) : (0 as const) }
}
