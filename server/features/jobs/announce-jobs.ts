import type { Transaction } from 'kysely'
import * as z from 'zod'
import { isOpenJob } from '../../../contract/jobs/job-statuses.ts'
import { idSchema } from '../../../contract/wire/validation.ts'
import type { Db, JobRow, Tables } from '../../platform/database/tables.ts'
import { scheduleTask, scheduleTasks } from '../../platform/outbox/outbox-queries.ts'
import { defineTask } from '../../platform/outbox/task-kinds.ts'
import { queueWebhooks } from '../../platform/webhooks/queue-webhooks.ts'

/** Tells search engines that the page of a posting was published, changed or closed. */
export const announceJobTask = defineTask('announce_job', z.strictObject({ jobId: idSchema }))

/** Changes within this time are announced together, in milliseconds. */
const GATHER_MS = 10_000

/**
 * Schedules the announcement of a change in its transaction, unless visitors read the same before and after.
 * @param change the posting before and after it; undefined where there is none
 */
export async function scheduleAnnouncement(
  trx: Db,
  { before, after }: { before?: JobRow | undefined; after?: JobRow | undefined },
  now: Date,
): Promise<void> {
  const job = after ?? before
  const isSeen = (before && isOpen(before)) || (after && isOpen(after))
  const isSame = before && after && before.changed_at === after.changed_at
  if (job && isSeen && !isSame) await scheduleTask(trx, announceJobTask({ jobId: job.id }), now, GATHER_MS)
}

/** Queues for other systems that a posting was opened or closed by a change, in its transaction. */
export async function queueOpening(
  trx: Transaction<Tables>,
  { before, after }: { before?: JobRow | undefined; after?: JobRow | undefined },
  now: Date,
): Promise<void> {
  const [wasOpen, isNowOpen] = [before && isOpen(before), after && isOpen(after)].map(Boolean)
  if (wasOpen === isNowOpen) return
  const data = { postingId: (after ?? before)?.id ?? 0 }
  await queueWebhooks(trx, [{ type: isNowOpen ? 'posting.opened' : 'posting.closed', data }], now)
}

/** Schedules the announcement of some postings, at least one. */
export function scheduleAnnouncements(trx: Db, ids: readonly number[], now: Date): Promise<void> {
  const tasks = ids.map((jobId) => announceJobTask({ jobId }))
  return scheduleTasks(trx, tasks, now, GATHER_MS)
}

function isOpen({ status, is_active }: JobRow): boolean {
  return isOpenJob({ status, isActive: is_active === 1 })
}
