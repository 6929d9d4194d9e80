import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { lockInOrder } from '../../platform/database/row-locks.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import { cancelTasks, scheduleTasks } from '../../platform/outbox/outbox-queries.ts'
import { PRIORITY } from '../../platform/outbox/task-kinds.ts'
import { PARSER_VERSION } from '../../platform/text-extraction/text-extractor.ts'
import type { Services } from '../feature.ts'
import { extractTextTask } from './resume-task-kinds.ts'
import { claimOutdatedTexts, listTextsAfter, listUnreadResumes, outdateTexts } from './resume-text-queries.ts'

/** Few enough that requests do not wait long for the database. */
const BATCH = 200

/** A text that serves meanwhile is read again once no other waits, at the expense of no customer prefix. */
const rereadTask = (applicationId: number) => ({ ...extractTextTask({ applicationId }), priority: PRIORITY.last })

/** Queues the texts that another version of the parsers has read, once after the start, and logs how many. */
export function rereading({
  db,
  clock,
  log,
  outbox,
  isPaused,
}: Pick<Services, 'db' | 'clock' | 'log' | 'outbox' | 'isPaused'>): TimedWork {
  const run = async (signal: AbortSignal) => {
    const texts = await queueOutdatedTexts({ db, clock }, () => !signal.aborted && !isPaused())
    if (texts === 0) return
    log.info({ texts }, 'texts of resumes are read again, because another version has read them')
    outbox.wakeSoon()
  }
  return { name: 'queue-outdated-texts', everyMs: null, isDueAtStart: true, faultLevel: 'warn', run }
}

/**
 * Queues the reading of texts that another version of the parsers has read, each once however many processes do this.
 * @param mayGoOn called before each batch; the next start queues what remains
 * @returns how many are queued
 */
export async function queueOutdatedTexts(
  services: Pick<Services, 'db' | 'clock'>,
  mayGoOn = () => true,
): Promise<number> {
  let count = 0
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    // SQLite never waits, so no request would run between two batches.
    await yieldToOthers()
    if (!mayGoOn()) break
    const { queued, lastId } = await queueOutdated(services, afterId)
    count += queued
    afterId = lastId
  }
  return count
}

/** Looks at the next texts. @returns the application of the last one; undefined at the end */
async function queueOutdated({ db, clock }: Pick<Services, 'db' | 'clock'>, afterId: number) {
  const texts = await listTextsAfter(db, { afterId, limit: BATCH })
  const lastId = texts.at(-1)?.application_id
  // A marked one is queued already, or waits for its file.
  const outdated = texts.filter(({ parser_version }) => !['', PARSER_VERSION].includes(parser_version))
  if (outdated.length === 0) return { queued: 0, lastId }
  const ids = outdated.map(({ application_id }) => application_id)
  const queued = await db.transaction().execute(async (trx) => {
    // Before the texts, as in the order of what changes both.
    await lockInOrder(trx, 'applications', ids)
    const claimed = await claimOutdatedTexts(trx, ids, PARSER_VERSION)
    if (claimed.length > 0) await scheduleTasks(trx, claimed.map(rereadTask), clock())
    return claimed.length
  })
  return { queued, lastId }
}

/**
 * Queues the reading of all resumes whose text is missing, or of another version of the parsers. Call it while no server
 * runs: a task of the same kind that waits is replaced.
 * @param isAll whether the texts of this version are read again too
 * @returns how many are queued
 */
export async function queueTexts(
  trx: Db,
  { isAll, clock, signal }: { isAll: boolean; clock: Clock; signal: AbortSignal },
): Promise<number> {
  if (isAll) await outdateTexts(trx)
  await cancelTasks(trx, extractTextTask.kind)
  let count = 0
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    signal.throwIfAborted()
    const ids = await listUnreadResumes(trx, PARSER_VERSION, { afterId, limit: BATCH })
    if (ids.length > 0) await scheduleTasks(trx, ids.map(rereadTask), clock())
    count += ids.length
    afterId = ids.at(-1)
  }
  return count
}
