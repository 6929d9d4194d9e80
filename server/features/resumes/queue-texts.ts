import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { cancelTasks, scheduleTasks } from '../../platform/outbox/outbox-queries.ts'
import { PARSER_VERSION } from '../../platform/text-extraction/text-extractor.ts'
import { extractTextTask } from './resume-task-kinds.ts'
import { listUnreadResumes, outdateTexts } from './resume-text-queries.ts'

const BATCH = 500

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
    const tasks = ids.map((applicationId) => extractTextTask({ applicationId }))
    if (tasks.length > 0) await scheduleTasks(trx, tasks, clock())
    count += ids.length
    afterId = ids.at(-1)
  }
  return count
}
