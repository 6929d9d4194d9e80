import { sql } from 'kysely'
import { DELIVERED_MAIL } from '../../../contract/messages/mail-terms.ts'
import type { Db, MessageColumns } from '../../platform/database/tables.ts'
import { isInOrPerhapsSent } from '../../platform/mail/perhaps-sent.ts'
import {
  IS_STATUS_CHANGE,
  readStatusMove,
  type StatusMove,
  withoutUndone,
} from '../applications/stored/status-changes.ts'

/** Changes of status that are looked at: who went to and fro more often within the undo time is shown the earliest of these. */
const MOST_MOVES = 50

/** A change of status; `isOwn` if the applicant made it, by choosing an offered time. */
export type ShownMove = StatusMove & { at: Date; isOwn: boolean }

/** The latest changes of an application's status that were not undone, newest first. */
export async function listMoves(db: Db, id: number): Promise<ShownMove[]> {
  const rows = await db
    .selectFrom('audit_trail')
    .select(['at', 'event', 'account_id'])
    .where('subject', '=', 'application')
    .where('subject_id', '=', id)
    .where(IS_STATUS_CHANGE)
    .orderBy('id', 'desc')
    .limit(MOST_MOVES)
    .execute()
  const moves = rows.map(({ at, event, account_id }) => ({
    ...readStatusMove(event),
    at: new Date(at),
    isOwn: account_id === null,
  }))
  return withoutUndone(moves.reverse()).reverse()
}

/** The messages of an application that have left, by the time of sending, newest first. */
export function listSentMessages(db: Db, id: number) {
  const leftAt = sql<string | null>`coalesce(settled_at, perhaps_sent_at)`
  return db
    .selectFrom('mails')
    .select(['kind', 'subject', 'body', leftAt.as('settled_at')])
    .$narrowType<Pick<MessageColumns, 'kind' | 'subject' | 'body'>>()
    .where('application_id', '=', id)
    .where('to_interviewer', '=', 0)
    .where(isInOrPerhapsSent(DELIVERED_MAIL))
    .orderBy(leftAt, 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
}
