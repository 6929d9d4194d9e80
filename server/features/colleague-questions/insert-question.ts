import type { Transaction } from 'kysely'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import type { ColleagueQuestionRow, Tables } from '../../platform/database/tables.ts'
import { hashSecret, newSecret } from '../accounts/session-queries.ts'
import { type Action, recordAction } from '../audit/audit-queries.ts'

/** A question, and by whom it is shown to be asked. @property interview_id of the interview that it comes with */
type NewQuestion = Pick<ColleagueQuestionRow, 'email' | 'question' | 'asked_by' | 'expires_at'> &
  Partial<Pick<ColleagueQuestionRow, 'interview_id' | 'link_shown_at'>>

/** Stores a question about the application `id`, which has no link until one is made, and says so in its history. @returns its id */
export async function insertQuestion(
  trx: Transaction<Tables>,
  question: NewQuestion,
  { by, id: application_id, now }: Action,
): Promise<number> {
  // Nobody has this token: that of the link takes its place.
  const token_hash = hashSecret(newSecret())
  const row = { ...question, application_id, asked_by_id: by.id, token_hash, created_at: now.toISOString() }
  const { id } = await trx.insertInto('colleague_questions').values(row).returning('id').executeTakeFirstOrThrow()
  const event = { action: 'colleague_asked' } as const
  await recordAction(trx, { by, now, id: application_id, subject: 'application', event })
  return id
}

/** Whether an application has room for more questions. */
export async function hasRoom(trx: Transaction<Tables>, applicationId: number, added: number): Promise<boolean> {
  const questions = trx.selectFrom('colleague_questions').where('application_id', '=', applicationId)
  return (await countRows(questions)) + added <= COLLEAGUE_QUESTION.mostOfApplication
}

/** When the link of a question that is asked now ends. */
export function endOfLink(now: Date): string {
  return new Date(now.getTime() + COLLEAGUE_QUESTION.linkDays * DAY_MS).toISOString()
}
