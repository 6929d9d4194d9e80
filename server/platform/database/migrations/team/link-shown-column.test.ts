import { expect, test } from 'vitest'
import { openBefore } from '../../../../../test/databases/earlier-database.ts'
import { insertApplicant } from '../../../../../test/factories.ts'
import { bringUpToDate } from '../bring-up-to-date.ts'

const AT = '2026-03-02T12:00:00.000Z'

test('of the links of before, those that no mail brought were shown when they were asked for', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openBefore(stack, '0033-shown-links')
  const application_id = await insertApplicant(db)
  await db
    .insertInto('accounts')
    .values({ username: 'ana', password_hash: 'x', role: 'owner', created_at: AT })
    .execute()
  const question = (token_hash: string) => ({
    ...{ application_id, email: 'lena@example.com', question: 'x', asked_by: 'ana', asked_by_id: 1, token_hash },
    ...{ created_at: AT, expires_at: AT },
  })
  await db
    .insertInto('colleague_questions')
    .values([question('shown'), question('mailed')])
    .execute()
  await db
    .insertInto('mails')
    .values({
      ...{ kind: 'colleague_question', reason: 'colleague_question:2', colleague_question_id: 2, state: 'sent' },
      ...{ message_id: '<1@example.com>', not_before: AT, created_at: AT, settled_at: AT },
    })
    .execute()

  await bringUpToDate(db)

  const questions = db.selectFrom('colleague_questions').select(['token_hash', 'link_shown_at']).orderBy('id')
  expect(await questions.execute()).toEqual([
    { token_hash: 'shown', link_shown_at: AT },
    { token_hash: 'mailed', link_shown_at: null },
  ])
})
