import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Makes room for the interview that a question to a colleague came with. Those of before have it in the mail with their link. */
export async function addInterviewsOfQuestions(db: Kysely<Tables>): Promise<void> {
  await sql`alter table colleague_questions add column interview_id integer references interviews (id) on delete cascade`.execute(
    db,
  )
  await sql`create index colleague_questions_by_interview on colleague_questions (interview_id) where interview_id is not null`.execute(
    db,
  )
  await sql`update colleague_questions set interview_id = (
    select max(coalesce(mails.interview_id, mails.scorecard_interview_id)) from mails
    where mails.colleague_question_id = colleague_questions.id
      and (mails.to_interviewer = 1 or mails.kind = 'scorecard_request')
  )`.execute(db)
}
