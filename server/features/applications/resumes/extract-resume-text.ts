import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { type Budget, createBudget } from '../../../platform/budget.ts'
import { lockRow } from '../../../platform/database/row-locks.ts'
import type { Db, ResumeRow, Tables } from '../../../platform/database/tables.ts'
import { scheduleTask } from '../../../platform/outbox/outbox-queries.ts'
import { handleTask, PRIORITY, type TaskAttempt, type TaskHandler } from '../../../platform/outbox/task-kinds.ts'
import { type ExtractedText, withoutText } from '../../../platform/text-extraction/extracted-text.ts'
import { PARSER_VERSION, TooSlow } from '../../../platform/text-extraction/text-extractor.ts'
import type { Services } from '../../feature.ts'
import { openResume } from '../../resumes/open-resume.ts'
import { findCurrentResume } from '../../resumes/resume-queries.ts'
import { extractTextTask } from '../../resumes/resume-task-kinds.ts'
import { deleteResumeText, findKnownText, findResumeText, storeResumeText } from '../../resumes/resume-text-queries.ts'
import { reindexResume } from '../stored/application-search-queries.ts'

/** What the handler knows beside its services. */
type Reading = Pick<Services, 'db' | 'stores' | 'clock' | 'log' | 'extractor' | 'slots'> & {
  /** The time that the files of one share of tasks may take. */
  budget: Budget
  /** Checksums of files that took too long at their first try. */
  slow: Set<string>
}

/** Seconds of reading that one customer prefix may cause in an hour before its other files wait. */
const BUDGET_SECONDS = 60
/** Files that are known to take longer than a first try, by their checksum. The oldest is forgotten first. */
const MOST_SLOW = 1_000

/** A file that so many processes died of, each without an error, is not read again. */
const MOST_DEATHS = 3
/** Longest that a slow file waits before the budget of its share is looked at again, in milliseconds. */
const LONGEST_DELAY_MS = 60 * 60 * 1000
/** Longest that a text waits for uploads under way, in milliseconds: uploads that never end must not prevent it. */
const LONGEST_WAIT_MS = 10_000
const WAIT_STEP_MS = 200

/** Makes the budget of each share of tasks: the files that one customer prefix has sent on one day. */
function createReadingBudget(): Budget {
  return createBudget({ mostMs: BUDGET_SECONDS * 1000, perSecondMs: (BUDGET_SECONDS * 1000) / 3600 })
}

/** Handles the task that reads the text of a resume (`docs/decisions/0060-resume-text.md`). */
export function textHandler(services: Omit<Reading, 'budget' | 'slow'>): TaskHandler {
  const budget = createReadingBudget()
  const slow = new Set<string>()
  const read = ({ applicationId }: { applicationId: number }, attempt: TaskAttempt) =>
    extractResumeText({ ...services, budget, slow }, applicationId, attempt)
  return handleTask(extractTextTask, read, { atOnce: 1 })
}

/**
 * Reads the text of a resume, stores it and puts its words into the search index; nothing where this parser has read it. A
 * file that takes long, or whose share has used up its budget, is read once nothing else waits; one that takes long then
 * waits until its share has budget again.
 * @throws when a store cannot be reached, or the process ends: a retry is useful
 */
async function extractResumeText(reading: Reading, applicationId: number, attempt: TaskAttempt): Promise<void> {
  const { db, clock } = reading
  const resume = await findCurrentResume(db, applicationId)
  if (!resume || resume.scan === 'infected') return
  if ((await findResumeText(db, applicationId))?.parser_version === PARSER_VERSION) return
  const hasKilled = attempt.last_error === null && attempt.attempts > MOST_DEATHS
  const known = await readKnown(db, resume)
  const text = hasKilled ? withoutText('failed') : (known ?? (await readFairly(reading, resume, attempt)))
  if (text !== 'later') return storeText(reading, resume, text)
  const { priority, share } = attempt
  const isWaitUseful = priority === PRIORITY.last && share !== null
  const delayMs = isWaitUseful ? Math.min(reading.budget.waitMs(share), LONGEST_DELAY_MS) : 0
  await scheduleTask(db, { ...extractTextTask({ applicationId }), priority: PRIORITY.last, share }, clock(), delayMs)
}

/** What was read from the same bytes before. */
async function readKnown(db: Db, resume: ResumeRow): Promise<ExtractedText | undefined> {
  const known = await findKnownText(db, resume, PARSER_VERSION)
  return known && { state: known.state, text: known.text, pages: known.pages, isTruncated: known.is_truncated === 1 }
}

/**
 * Reads a file within the short limit at first, and within the long one when it comes last and its share has budget left.
 * What the short limit ends says nothing about the file.
 * @returns undefined when no store has the file
 */
async function readFairly(
  reading: Reading,
  resume: ResumeRow,
  { priority, share }: TaskAttempt,
): Promise<ExtractedText | 'later' | undefined> {
  const isLast = priority === PRIORITY.last
  const hasBudget = share === null || reading.budget.waitMs(share) === 0
  if (isLast && hasBudget) return readText(reading, resume, { isQuick: false, share })
  if (reading.slow.has(resume.sha256) || !(isLast || hasBudget)) return 'later'
  return readQuickly(reading, resume, share)
}

/** Reads a file within the short limit, and notes one that takes longer. */
async function readQuickly(reading: Reading, resume: ResumeRow, share: string | null) {
  const { slow } = reading
  try {
    return await readText(reading, resume, { isQuick: true, share })
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error
    slow.add(resume.sha256)
    if (slow.size > MOST_SLOW) slow.delete(slow.values().next().value ?? '')
    return 'later'
  }
}

/** @returns undefined when no store has the file */
async function readText(
  reading: Reading,
  resume: ResumeRow,
  { isQuick, share }: { isQuick: boolean; share: string | null },
): Promise<ExtractedText | undefined> {
  const { extractor, slots, budget } = reading
  for (let waited = 0; !slots.isIdle() && waited < LONGEST_WAIT_MS; waited += WAIT_STEP_MS) {
    await wait(WAIT_STEP_MS, undefined, { ref: false })
  }
  const file = await openResume(reading, resume)
  if (!file) return undefined
  // Memory of its own, which can be handed to a thread.
  const content = new Uint8Array(resume.size)
  let at = 0
  for await (const chunk of file) {
    content.set(chunk, at)
    at += chunk.length
  }
  const began = performance.now()
  try {
    return await extractor.extract(resume.kind, content, { isQuick })
  } finally {
    if (share !== null) budget.spend(share, performance.now() - began)
  }
}

async function storeText(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
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
