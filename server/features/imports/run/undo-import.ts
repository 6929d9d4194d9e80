import type { Kysely, Transaction } from 'kysely'
import type { ApplicationEvent } from '../../../../contract/applications/history.ts'
import type { Db, Tables } from '../../../platform/database/tables.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { scheduleTask } from '../../../platform/outbox/outbox-queries.ts'
import { handleTask, type TaskHandler } from '../../../platform/outbox/task-kinds.ts'
import { removeApplications } from '../../applications/changes/remove-applications.ts'
import { findHeld } from '../../applications/stored/email-key-queries.ts'
import { type Actor, recordAction } from '../../audit/audit-queries.ts'
import type { Services } from '../../feature.ts'
import { addCounts, findAuthor, findImport, listRows, settleRow } from './import-queries.ts'
import { undoImportTask } from './import-tasks.ts'

/** Applications that are looked at together. */
const BATCH = 50

/** What happens to an application without anyone working on it. */
const UNTOUCHED: readonly ApplicationEvent['action'][] = [
  'imported',
  'resume_downloaded',
  'resume_prefetched',
  'data_exported',
]

const WORKED_ON = 'Someone has worked on it since.'
const HELD = 'Its applicant is held for a legal matter.'

/** Has an import undone, while it runs and for some time after. @throws {RequestError} `undo_expired`, `already_undone` */
export async function requestUndo(
  db: Kysely<Tables>,
  importId: number,
  { by, now }: { by: Actor; now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const stored = await findImport(trx, importId)
    if (stored.state === 'undoing' || stored.state === 'undone')
      throw new RequestError('already_undone', 'This import was undone already.')
    if (stored.state !== 'running' && stored.state !== 'done')
      throw new RequestError('undo_expired', 'This import can no longer be undone.')
    await trx.updateTable('imports').set({ state: 'undoing' }).where('id', '=', importId).execute()
    await scheduleTask(trx, undoImportTask({ importId, accountId: by.id }), now)
    const event = { action: 'import_undone', name: stored.name } as const
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event })
  })
}

/** Handles undoing. One that is killed goes on with what is left. */
export function undoImportHandler({ db, clock }: Pick<Services, 'db' | 'clock'>): TaskHandler {
  return handleTask(undoImportTask, ({ importId, accountId }) => undoImport({ db, clock }, importId, accountId), {
    atOnce: 1,
  })
}

/** Removes what an import has made, but what someone has worked on since, or has to be kept. */
async function undoImport(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  importId: number,
  accountId: number | null,
): Promise<void> {
  if ((await findImport(db, importId)).state !== 'undoing') return
  const by = await findAuthor(db, accountId)
  for (;;) {
    const rows = await listRows(db, importId, { state: 'created', limit: BATCH })
    if (rows.length === 0) break
    const ids = rows.flatMap(({ applicationId }) => applicationId ?? [])
    const worked = await listWorkedOn(db, ids)
    const removable = ids.filter((id) => !worked.has(id))
    const held = new Set((await findHeld(db, removable)).keys())
    // Their rows go with them.
    const outbox = { wake: () => undefined }
    await removeApplications(
      { db, outbox },
      { by, now: clock() },
      removable.filter((id) => !held.has(id)),
    )
    await db.transaction().execute((trx) => keepRows(trx, importId, rows, { worked, held }))
  }
  const now = clock().toISOString()
  await db
    .updateTable('imports')
    .set({ state: 'undone', ended_at: now })
    .where('id', '=', importId)
    .where('state', '=', 'undoing')
    .execute()
}

async function keepRows(
  trx: Transaction<Tables>,
  importId: number,
  rows: readonly { number: number; applicationId: number | null }[],
  { worked, held }: { worked: ReadonlySet<number>; held: ReadonlySet<number> },
): Promise<void> {
  let kept = 0
  for (const { number, applicationId } of rows) {
    if (applicationId === null || !(worked.has(applicationId) || held.has(applicationId))) continue
    const message = worked.has(applicationId) ? WORKED_ON : HELD
    await settleRow(trx, importId, number, { state: 'kept', problems: [{ column: '', value: '', message }] })
    kept += 1
  }
  await addCounts(trx, importId, { kept })
}

/** Which applications have a history beyond their import. Whoever works on one leaves an entry. */
async function listWorkedOn(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const entries = await db
    .selectFrom('audit_trail')
    .select('subject_id')
    .distinct()
    .where('subject', '=', 'application')
    .where('subject_id', 'in', ids)
    .where('action', 'not in', UNTOUCHED)
    .execute()
  return new Set(entries.map(({ subject_id }) => subject_id))
}
