import { type ExpressionBuilder, sql } from 'kysely'
import { OPEN_STATUSES } from '../../../contract/applications/status-lists.ts'
import type { Tables } from '../../platform/database/tables.ts'

type Shown = ExpressionBuilder<Tables, 'notices' | 'applications'>

/** Whether a notice still says what is, or was read when it did. What is taken back by its cause is no more asked here. */
export function isTrueOrRead(shown: Shown) {
  return shown.or([
    shown('notices.read_at', 'is not', null),
    shown('notices.kind', 'not in', ['assigned', 'scorecard_missing']),
    shown.and([shown('notices.kind', '=', 'assigned'), isStillAssigned(shown)]),
    shown.and([shown('notices.kind', '=', 'scorecard_missing'), isStillMissing(shown)]),
  ])
}

/** Another person may take care of the application by now. */
function isStillAssigned(shown: Shown) {
  return shown('applications.assignee_id', '=', shown.ref('notices.account_id'))
}

/** No card was given or skipped since, the application waits for a decision, and its interview was neither cancelled nor moved. */
function isStillMissing({ and, eb, exists, not, selectFrom }: Shown) {
  const cards = selectFrom('scorecards')
    .select('scorecards.id')
    .whereRef('scorecards.application_id', '=', 'notices.application_id')
    .whereRef('scorecards.account_id', '=', 'notices.account_id')
  const held = selectFrom('interviews')
    .select('interviews.id')
    .whereRef('interviews.application_id', '=', 'notices.application_id')
    .where(isOfNotice)
    .where('interviews.state', '=', 'planned')
  return and([
    not(exists(cards)),
    exists(held),
    eb('applications.status', 'in', OPEN_STATUSES),
    eb('applications.archived', '=', 0),
    eb('applications.withdrawn_at', 'is', null),
  ])
}

/** Each names the interview and its end: of several of one application it is about one, as that was. */
function isOfNotice({ eb, ref }: ExpressionBuilder<Tables, 'notices' | 'interviews'>) {
  const [id, end, account] = [ref('interviews.id'), ref('interviews.ends_at'), ref('notices.account_id')]
  return eb('notices.batch', '=', sql<string>`'scorecard_missing:' || ${id} || ':' || ${end} || ':' || ${account}`)
}
