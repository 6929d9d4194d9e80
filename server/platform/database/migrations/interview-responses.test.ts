import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertEarlierApplicant, openBefore } from '../../../../test/databases/earlier-database.ts'
import { nameInterviewResponses } from './interview-responses.ts'

test('the responses to invitations keep what applicants said under their new name', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openBefore(stack, '0006-interview-responses')
  const application = await insertEarlierApplicant(db, {})
  await sql`insert into interviews
    (application_id, uid, starts_at, ends_at, time_zone, kind, interviewers, state, answer, answer_reason, answered_at,
      sequence, changed_at, created_at, content_hash)
    values (${application}, 'u', 'a', 'b', 'UTC', 'phone', '[]', 'planned', 'declined', 'On a rig', 'now', 0, 'a', 'a', '')`.execute(
    db,
  )
  await db.transaction().execute((trx) => nameInterviewResponses(trx))
  const stored = db.selectFrom('interviews').select(['response', 'response_reason', 'responded_at'])
  expect(await stored.execute()).toEqual([{ response: 'declined', response_reason: 'On a rig', responded_at: 'now' }])
})
