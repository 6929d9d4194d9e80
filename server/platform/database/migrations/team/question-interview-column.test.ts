import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { openBefore } from '../../../../../test/databases/earlier-database.ts'
import { insertApplicant } from '../../../../../test/factories.ts'
import type { MailRow, Tables } from '../../tables.ts'
import { bringUpToDate } from '../bring-up-to-date.ts'

const AT = '2026-03-02T12:00:00.000Z'

test('a question of before has the interview of the invitation or reminder that brought its link', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openBefore(stack, '0035-questions-of-interviews')
  const application_id = await insertApplicant(db)
  const account = { username: 'ana', password_hash: 'x', role: 'owner', created_at: AT } as const
  await db.insertInto('accounts').values(account).execute()
  const [first, second] = [await insertInterview(db, application_id), await insertInterview(db, application_id)]
  const invited = await insertQuestion(db, application_id)
  const reminded = await insertQuestion(db, application_id)
  const asked = await insertQuestion(db, application_id)
  await insertMail(db, invited, {
    kind: 'interview_invitation',
    application_id,
    interview_id: first,
    to_interviewer: 1,
  })
  await insertMail(db, invited, { kind: 'colleague_code' })
  await insertMail(db, reminded, { kind: 'scorecard_request', scorecard_interview_id: second })
  await insertMail(db, asked, { kind: 'colleague_question' })

  await bringUpToDate(db)

  const questions = db.selectFrom('colleague_questions').select(['id', 'interview_id']).orderBy('id')
  expect(await questions.execute()).toEqual([
    { id: invited, interview_id: first },
    { id: reminded, interview_id: second },
    { id: asked, interview_id: null },
  ])
})

async function insertInterview(db: Kysely<Tables>, application_id: number): Promise<number> {
  const interview = {
    ...{ application_id, uid: crypto.randomUUID(), starts_at: AT, ends_at: AT, time_zone: 'UTC', interviewers: '[]' },
    ...({ kind: 'video', state: 'planned', response: 'none' } as const),
    ...{ sequence: 0, changed_at: AT, created_at: AT, content_hash: '' },
  }
  return (await db.insertInto('interviews').values(interview).returning('id').executeTakeFirstOrThrow()).id
}

async function insertQuestion(db: Kysely<Tables>, application_id: number): Promise<number> {
  const question = {
    ...{ application_id, email: 'lena@example.com', question: 'x', asked_by: 'ana', asked_by_id: 1 },
    ...{ token_hash: crypto.randomUUID(), created_at: AT, expires_at: AT },
  }
  return (await db.insertInto('colleague_questions').values(question).returning('id').executeTakeFirstOrThrow()).id
}

type Brought = Pick<MailRow, 'kind'> & Partial<MailRow>

async function insertMail(db: Kysely<Tables>, colleague_question_id: number, about: Brought): Promise<void> {
  const reason = crypto.randomUUID()
  const sent = { state: 'sent', not_before: AT, created_at: AT, settled_at: AT, message_id: `<${reason}>` } as const
  await db
    .insertInto('mails')
    .values({ ...about, ...sent, reason, colleague_question_id })
    .execute()
}
