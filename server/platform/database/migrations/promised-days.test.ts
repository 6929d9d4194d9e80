import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertEarlierApplicant, openBefore } from '../../../../test/databases/earlier-database.ts'
import { bringUpToDate } from './bring-up-to-date.ts'

let stack: AsyncDisposableStack
beforeEach(() => {
  stack = new AsyncDisposableStack()
})
afterEach(() => stack.disposeAsync())

test.each([
  [undefined, '2026-03-08'],
  ['{"answerWithinDays":4}', '2026-03-02'],
  ['{"answerWithinDays":"soon"}', '2026-03-08'],
])('applications of before are promised the days of the settings: %s', async (settings, promised) => {
  const db = await openBefore(stack, '0007-promised-days')
  await insertEarlierApplicant(db, { created_at: '2026-02-26T23:30:00.000Z' })
  if (settings) await db.insertInto('settings').values({ id: 1, settings }).execute()
  await bringUpToDate(db)
  const rows = await db.selectFrom('applications').select(['answer_by', 'first_answer_by']).execute()
  expect(rows).toEqual([{ answer_by: promised, first_answer_by: promised }])
})
