import type { Db } from '../../platform/database/tables.ts'
import { IS_STATUS_CHANGE, readStatusMove, type StatusMove } from '../applications/status-changes.ts'

/** The latest change of status of an application. */
export async function findLastMove(db: Db, id: number): Promise<(StatusMove & { at: Date }) | undefined> {
  const row = await db
    .selectFrom('audit_trail')
    .select(['at', 'event'])
    .where('subject', '=', 'application')
    .where('subject_id', '=', id)
    .where(IS_STATUS_CHANGE)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...readStatusMove(row.event), at: new Date(row.at) }
}

/** The messages of an application that have left, by the time of sending, newest first. */
export function listSentMessages(db: Db, id: number) {
  return db
    .selectFrom('messages')
    .select(['kind', 'subject', 'body', 'settled_at'])
    .where('application_id', '=', id)
    .where('to_interviewer', '=', 0)
    .where('state', 'in', ['sent', 'perhaps_sent', 'answered'])
    .orderBy('settled_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
}
