import { expect, test } from 'vitest'
import { openBefore } from '../../../../../test/databases/earlier-database.ts'
import { insertApplicant } from '../../../../../test/factories.ts'
import { bringUpToDate } from '../bring-up-to-date.ts'

const AT = '2026-03-02T12:00:00.000Z'
const END = '2026-03-02T13:00:00.000Z'

test('requests for scorecards that wait at the upgrade leave after it, and nobody is asked twice', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openBefore(stack, '0032-reminders')
  const application_id = await insertApplicant(db)
  const account = { username: 'ana', password_hash: 'x', role: 'owner' as const, created_at: AT }
  await db.insertInto('accounts').values(account).execute()
  const interview = (uid: string) => ({
    ...{ application_id, uid, starts_at: AT, ends_at: END, time_zone: 'UTC', kind: 'phone' as const, place: null },
    ...{ interviewers: '[]', state: 'planned' as const, response: 'none' as const, sequence: 0, changed_at: AT },
    ...{ created_at: AT, invited_at: AT, content_hash: '' },
  })
  await db
    .insertInto('interviews')
    .values([interview('1'), interview('2'), interview('3')])
    .execute()
  const mail = (id: number, state: 'waiting' | 'sent') => ({
    ...{ kind: 'scorecard_request' as const, reason: `scorecard_request:${id}:1`, account_id: 1, state },
    ...{ scorecard_interview_id: id, message_id: `<${id}@example.com>`, not_before: AT, created_at: AT },
    settled_at: state === 'sent' ? AT : null,
  })
  await db
    .insertInto('mails')
    .values([mail(1, 'waiting'), mail(2, 'sent')])
    .execute()

  await bringUpToDate(db)

  const mails = db.selectFrom('mails').select(['reason', 'state']).orderBy('id')
  expect(await mails.execute()).toEqual([
    { reason: `scorecard_request:1:${END}:1`, state: 'waiting' },
    { reason: 'scorecard_request:2:1', state: 'sent' },
  ])
  const asked = db.selectFrom('interviews').select('scorecards_asked_for').orderBy('id')
  expect((await asked.execute()).map(({ scorecards_asked_for }) => scorecards_asked_for)).toEqual([END, END, null])
})
