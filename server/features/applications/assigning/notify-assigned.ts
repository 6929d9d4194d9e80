import type { Transaction } from 'kysely'
import { NOTICE } from '../../../../contract/wire/limits.ts'
import { acquireLock, lockRows } from '../../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../../platform/database/tables.ts'
import { type Actor, shownName } from '../../audit/audit-queries.ts'
import { notify } from '../../notices/notify.ts'

const DAY_MS = 24 * 60 * 60_000

/** Which applications a request has given to whom. */
type Assigned = { changeId: number; to: number; applications: readonly number[]; by: Actor }

/**
 * Tells a person which applications a request of another one has assigned: by one notice, and one mail. Beyond the most that one
 * person tells another in a day, the assignment stands without them.
 */
export async function notifyAssigned(
  trx: Transaction<Tables>,
  { changeId, to, applications, by }: Assigned,
  at: { now: Date; publicUrl: string },
): Promise<void> {
  if (to === by.id) return
  // Requests of the same two people at once would each find room for one more.
  await acquireLock(trx, `assignments ${by.id} ${to}`)
  if ((await countAssignments(trx, { to, by }, at.now)) >= NOTICE.mostAssignmentsInADay) return
  await replaceUnread(trx, { to, applications }, at.now)
  const cause = { kind: 'assigned', name: `${changeId}`, applications, to: [to] } as const
  await notify(trx, { ...cause, by: { id: by.id, name: shownName(by) } }, at)
}

/** Of two unread notices about one application, the later one says how it is. */
async function replaceUnread(
  trx: Transaction<Tables>,
  { to, applications }: Pick<Assigned, 'to' | 'applications'>,
  now: Date,
): Promise<void> {
  const earlier = trx
    .selectFrom('notices')
    .select('id')
    .where('account_id', '=', to)
    .where('kind', '=', 'assigned')
    .where('application_id', 'in', applications)
    .where('read_at', 'is', null)
    .where('withdrawn_at', 'is', null)
  await lockRows(trx, earlier.orderBy('id'))
  await trx.updateTable('notices').set({ withdrawn_at: now.toISOString() }).where('id', 'in', earlier).execute()
}

/** What was taken back counts too: its mail may have left. */
async function countAssignments(db: Db, { to, by }: Pick<Assigned, 'to' | 'by'>, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('notices')
    .select(({ fn }) => fn.count<number | string>('batch').distinct().as('count'))
    .where('account_id', '=', to)
    .where('by_account_id', '=', by.id)
    .where('kind', '=', 'assigned')
    .where('created_at', '>', new Date(now.getTime() - DAY_MS).toISOString())
    .executeTakeFirstOrThrow()
  return Number(count)
}
