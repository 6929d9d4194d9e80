import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { announce } from '../../../platform/database/announcements.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { eraseDeleted } from '../../../platform/database/watch-database.ts'
import { forgetRefusedAddresses } from '../../../platform/mail/mail-outage.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { type Actor, recordActions } from '../../audit/audit-queries.ts'
import { blankEvents } from '../../audit/blank-events.ts'
import { recordErasures } from '../../erasure-ledger/record-erasures.ts'
import { eraseApplicationTask } from '../../resumes/resume-task-kinds.ts'
import { scheduleDeletions } from '../../resumes/resume-tasks.ts'
import { type ApplicationWithResume, deleteApplications } from '../stored/application-queries.ts'
import { findHeld } from '../stored/email-key-queries.ts'
import { lockAndFind } from './apply-changes.ts'
import { forgetInterviews, lockChangesOf } from './changes-of-removed.ts'

/**
 * Who removes applications, and what the audit trail calls that: it is `deleted` unless the program erases them.
 * @param respectsHolds leaves those of people who are held for a legal matter, unless it is false: what was gone already goes again
 * @param keepSums counts those that are erased in the figures, in the same transaction. What an admin deletes, such as spam and tests,
 *   is gone from them.
 */
type Remover = {
  by: Actor | null
  now: Date
  action?: 'deleted' | 'erased'
  respectsHolds?: boolean
  keepSums?(trx: Transaction<Tables>, ids: readonly number[]): Promise<void>
}

/** Applications in one transaction. SQLite takes up to a second for so many with resumes, and other requests wait. */
const BATCH = 10

/**
 * Removes applications, schedules the deletion of their files, and records that, also in the ledger of erasures, in one transaction
 * for each {@link BATCH}.
 * After a failure a repeated request removes the rest.
 * @param author.by null for the program
 * @returns the ids of those that existed and are not held for a legal matter
 */
export async function removeApplications(
  { db, outbox }: { db: Kysely<Tables>; outbox: Pick<Outbox, 'wake'> },
  author: Remover,
  ids: number[],
): Promise<number[]> {
  const removed: number[] = []
  for (let start = 0; start < ids.length; start += BATCH) {
    removed.push(...(await removeBatch(db, author, ids.slice(start, start + BATCH))))
    eraseDeleted(db)
    outbox.wake()
    // SQLite never waits, so no request would run between two batches.
    await yieldToOthers()
  }
  return removed
}

function removeBatch(
  db: Kysely<Tables>,
  { by, now, action = 'deleted', respectsHolds = true, keepSums }: Remover,
  ids: number[],
): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    await lockChangesOf(trx, ids)
    const stored = await lockAndFind(trx, ids)
    // A hold is set with the same rows locked, so one that was answered is seen here.
    if (respectsHolds) for (const id of (await findHeld(trx, ids)).keys()) stored.delete(id)
    if (stored.size === 0) return []
    await scheduleDeletions(trx, [...stored.keys()], now)
    await keepSums?.(trx, [...stored.keys()])
    await enterIntoLedger(trx, { action, now }, [...stored.values()])
    await deleteApplications(trx, [...stored.values()])
    const existing = ids.filter((id) => stored.has(id))
    await recordActions(
      trx,
      { by, now },
      existing.map((id) => ({ id, subject: 'application', event: { action } })),
    )
    await blankEvents(trx, existing)
    await forgetInterviews(trx, existing, now)
    await forgetRefusedAddresses(
      trx,
      [...stored.values()].map(({ email }) => email),
    )
    // Once it is deleted, the row no longer tells whose posting it belongs to.
    await announce(
      trx,
      [...stored.values()].map((row) => ({
        of: 'application',
        id: row.id,
        jobId: row.quarantined ? null : row.job_id,
      })),
    )
    return existing
  })
}

/** Those who asked to be erased are entered as erased, whoever is first to remove them: no restore brings them back as deleted by mistake. */
async function enterIntoLedger(
  trx: Transaction<Tables>,
  { action, now }: { action: 'deleted' | 'erased'; now: Date },
  removed: readonly ApplicationWithResume[],
): Promise<void> {
  const payloads = removed.map(({ id }) => JSON.stringify(eraseApplicationTask({ applicationId: id }).payload))
  const { kind } = eraseApplicationTask
  const tasks = trx
    .selectFrom('outbox_tasks')
    .select('payload')
    .where('kind', '=', kind)
    .where('payload', 'in', payloads)
  const waiting = new Set((await tasks.execute()).map(({ payload }) => payload))
  const isErased = (_: unknown, index: number) => action === 'erased' || waiting.has(payloads[index] ?? '')
  const erased = removed.filter(isErased)
  const deleted = removed.filter((one) => !erased.includes(one))
  await recordErasures(trx, { kind: 'application_erased', now }, erased)
  await recordErasures(trx, { kind: 'application_deleted', now }, deleted)
}
