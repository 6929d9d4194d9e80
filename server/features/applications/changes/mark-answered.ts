import type { Kysely, Transaction } from 'kysely'
import { decisionOf } from '../../../../contract/applications/status-lists.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { type Action, recordAction, shownName } from '../../audit/audit-queries.ts'
import { markAnswered } from '../../messages/record-answered.ts'
import { type ApplicationWithResume, applicationGone, findApplication } from '../stored/application-queries.ts'
import { lockAndFind } from './apply-changes.ts'

/**
 * Marks the applicant of an application as answered about its present status, or takes the mark back. A repeated request
 * changes nothing.
 * @throws {RequestError} `not_found`, or `invalid_request` without a decision, or where a sent message is the answer
 */
export function changeAnswered(
  db: Kysely<Tables>,
  { id, by, now }: Action,
  answered: boolean,
): Promise<ApplicationWithResume> {
  return db.transaction().execute(async (trx) => {
    const before = (await lockAndFind(trx, [id])).get(id)
    if (!before) throw applicationGone()
    const decision = decisionOf(before)
    const isAnswered = decision !== null && before.answered_status === decision
    if (isAnswered === answered) return before
    if (answered) await markAnswered(trx, [before], { decision: requireDecision(before), by: shownName(by), now })
    else await takeBackMark(trx, before)
    const event = { action: answered ? 'marked_answered' : 'unmarked_answered' } as const
    await recordAction(trx, { by, now, id, subject: 'application', event })
    return (await findApplication(trx, id)) ?? before
  })
}

function requireDecision(application: ApplicationWithResume) {
  const decision = decisionOf(application)
  if (decision && application.quarantined === 0 && application.withdrawn_at === null) return decision
  throw new RequestError(
    'invalid_request',
    'Only an application that was decided can be marked as answered, and not one that was withdrawn.',
  )
}

/** The first answer goes with the mark that was it. */
async function takeBackMark(trx: Transaction<Tables>, { id, answered_by }: ApplicationWithResume): Promise<void> {
  if (answered_by === null) throw new RequestError('invalid_request', 'A message was sent to this applicant.')
  await trx
    .updateTable('applications')
    .set(({ fn, ref }) => ({
      answered_status: null,
      answered_at: null,
      answered_by: null,
      first_answered_at: fn('nullif', [ref('first_answered_at'), ref('answered_at')]),
    }))
    .where('id', '=', id)
    .execute()
}
