import type { Transaction } from 'kysely'
import type { ApplicationEvent, JobEvent } from '../../../contract/history.ts'
import { HISTORY_LENGTH } from '../../../contract/limits.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'

/** What can happen to an account; of the second kind is what the operator does, on the machine. */
type AccountEvent = {
  action:
    | ('set_up' | 'signed_in' | 'signed_out_everywhere' | 'password_changed' | 'username_changed')
    | ('created' | 'password_reset' | 'removed')
}

/** Who did it: an admin's account, by number and by the name it had then. */
export type Actor = { id: number; username: string }

/** What an entry of the audit trail is about, and what happened to it. */
type Occurrence = { id: number } & (
  | { subject: 'application'; event: ApplicationEvent }
  | { subject: 'job'; event: JobEvent }
  | { subject: 'account'; event: AccountEvent }
)

/**
 * Adds an entry to the audit trail, in the transaction of the change itself, so that neither is there without the other.
 * @param action.by the admin; null for what an applicant or the operator did
 */
export async function recordAction(
  trx: Transaction<Tables>,
  { by, now, id, subject, event }: { by: Actor | null; now: Date } & Occurrence,
): Promise<void> {
  await trx
    .insertInto('audit_trail')
    .values({
      at: now.toISOString(),
      account_id: by?.id ?? null,
      username: by?.username ?? null,
      subject,
      subject_id: id,
      event: JSON.stringify(event),
    })
    .execute()
}

/** The newest entries about an application or a posting, newest first. */
export async function listHistory<Event>(db: Db, subject: 'application' | 'job', id: number) {
  const rows = await db
    .selectFrom('audit_trail')
    .select(['id', 'at', 'username', 'event'])
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .limit(HISTORY_LENGTH)
    .execute()
  return rows.map((row) => ({ id: row.id, at: row.at, by: row.username, event: JSON.parse(row.event) as Event }))
}
