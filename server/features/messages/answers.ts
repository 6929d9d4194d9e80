import type { Transaction } from 'kysely'
import { lockRows } from '../../platform/database/row-locks.ts'
import type { ApplicationRow, Db, MessageRow, Tables } from '../../platform/database/tables.ts'

/** What an applicant can be told (`docs/decisions/0070`): a status, by its message, or that the application is archived. */
type Decision = NonNullable<ApplicationRow['answered_status']>

/** The messages that tell a decision. */
const DECISION_KINDS: readonly MessageRow['kind'][] = ['interview', 'hired', 'rejected'] satisfies Decision[]

type DecisionKind = Exclude<Decision, 'archived'>

function isDecisionKind(kind: MessageRow['kind']): kind is DecisionKind {
  return DECISION_KINDS.includes(kind)
}

/** The decision about an application that its applicant is to know; null while there is none. */
export function decisionOf({ status, archived }: Pick<ApplicationRow, 'status' | 'archived'>): Decision | null {
  if (status === 'hired' || status === 'rejected') return status
  if (archived === 1) return 'archived'
  return status === 'interview' ? status : null
}

/** Locks the applications of messages before the messages, in the order of a decision: neither waits for the other. */
export async function lockAnswered(trx: Transaction<Tables>, messages: readonly MessageRow[]): Promise<void> {
  const ids = messages.filter(({ kind }) => isDecisionKind(kind)).map((message) => message.application_id)
  if (ids.length === 0) return
  await lockRows(trx, trx.selectFrom('applications').select('id').where('id', 'in', ids).orderBy('id'))
}

/**
 * Notes on applications that their applicants know the decision that messages have said, where it still is the present one.
 * @param by username of the admin who sent them by hand; null for messages that the mail server took
 */
export async function recordAnswers(
  trx: Transaction<Tables>,
  messages: readonly MessageRow[],
  author: { by: string | null; now: Date },
): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(messages, (message) => message.kind)) {
    if (!isDecisionKind(kind)) continue
    const ids = ofKind.map((message) => message.application_id)
    const present = trx.selectFrom('applications').select('id').where('id', 'in', ids).where('status', '=', kind)
    await markAnswered(trx, await present.execute(), { ...author, decision: kind })
  }
}

/** Notes on applications that their applicants know the decision. */
export async function markAnswered(
  db: Db,
  applications: readonly Pick<ApplicationRow, 'id'>[],
  { decision, by, now }: { decision: Decision; by: string | null; now: Date },
): Promise<void> {
  if (applications.length === 0) return
  const at = now.toISOString()
  const ids = applications.map(({ id }) => id)
  await db
    .updateTable('applications')
    .set(({ fn, ref, val }) => ({
      answered_status: decision,
      answered_at: at,
      answered_by: by,
      first_answered_at: fn.coalesce(ref('first_answered_at'), val(at)),
    }))
    .where('id', 'in', ids)
    .execute()
}
