import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { NoticeKind } from '../../../contract/team/notice-kinds.ts'
import { keysOf } from '../../../contract/wire/records.ts'
import { areScorecardsDue } from '../../platform/database/scorecards-due-condition.ts'
import type { Tables } from '../../platform/database/tables.ts'

type Shown = ExpressionBuilder<Tables, 'notices' | 'applications'>

/** When a notice still says what is, for the kinds of which each viewer asks. The cause of every other kind takes its notices back. */
const STILL_TRUE = {
  assigned: isStillAssigned,
  scorecard_missing: isStillMissing,
} satisfies Partial<Record<NoticeKind, (shown: Shown) => Expression<SqlBool>>>

/** Whether a notice still says what is, or was read when it did. */
export function isTrueOrRead(shown: Shown) {
  return shown.or([shown('notices.read_at', 'is not', null), isStillTrue(shown)])
}

/** Whether a notice still says what is. */
export function isStillTrue(shown: Shown) {
  const asked = keysOf(STILL_TRUE)
  return shown.or([
    shown('notices.kind', 'not in', asked),
    ...asked.map((kind) => shown.and([shown('notices.kind', '=', kind), STILL_TRUE[kind](shown)])),
  ])
}

/** Another person may take care of the application by now. */
function isStillAssigned(shown: Shown) {
  return shown('applications.assignee_id', '=', shown.ref('notices.account_id'))
}

/** No card was given or skipped since, and scorecards are still due after the interview, which was not moved. */
function isStillMissing({ and, exists, not, selectFrom }: Shown) {
  const cards = selectFrom('scorecards')
    .select('scorecards.id')
    .whereRef('scorecards.application_id', '=', 'notices.application_id')
    .whereRef('scorecards.account_id', '=', 'notices.account_id')
  const due = selectFrom('interviews')
    .select('interviews.id')
    .whereRef('interviews.application_id', '=', 'notices.application_id')
    .where(isOfNotice)
    .where(areScorecardsDue)
  return and([not(exists(cards)), exists(due)])
}

/** Each names the interview and its end: of several of one application it is about one, as that was. */
function isOfNotice({ eb, ref }: ExpressionBuilder<Tables, 'notices' | 'interviews'>) {
  const [id, end, account] = [ref('interviews.id'), ref('interviews.ends_at'), ref('notices.account_id')]
  return eb('notices.batch', '=', sql<string>`'scorecard_missing:' || ${id} || ':' || ${end} || ':' || ${account}`)
}
