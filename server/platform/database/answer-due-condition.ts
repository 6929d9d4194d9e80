import { type SqlBool, sql } from 'kysely'
import { WAITING_STATUSES } from '../../../contract/applications/status-lists.ts'

/**
 * Whether an applicant waits for an answer, as a condition of a query: the contract's `isAnswerDue` in the words of the
 * database. It is the condition of the partial index `applications_answer_due`, letter by letter: one more status in which
 * applicants wait needs a migration that makes the index anew. A bare `quarantined` would have SQLite prefer the index of a tab.
 */
export const IS_ANSWER_DUE = sql.raw<SqlBool>(
  `+quarantined = 0 and +archived = 0 and withdrawn_at is null and first_answered_at is null
    and status in (${WAITING_STATUSES.map((status) => `'${status}'`).join(', ')})`,
)
