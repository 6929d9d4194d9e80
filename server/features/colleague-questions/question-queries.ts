import type { ColleagueQuestion } from '../../../contract/team/colleague-questions.ts'
import type { Db, MailRow } from '../../platform/database/tables.ts'
import { outcomeOf } from '../../platform/mail/mail-outcome.ts'

/** The questions to colleagues about an application, newest first. @param of.id only this one */
export async function listQuestions(
  db: Db,
  of: { applicationId: number; id?: number },
  now: Date,
): Promise<ColleagueQuestion[]> {
  const rows = await db
    .selectFrom('colleague_questions')
    .leftJoin('mails', (join) =>
      join
        .onRef('mails.colleague_question_id', '=', 'colleague_questions.id')
        .on('mails.kind', 'in', ['colleague_question', 'interview_invitation', 'scorecard_request']),
    )
    .selectAll('colleague_questions')
    .select(['mails.state', 'mails.kind as mail_kind'])
    .select(({ selectFrom }) =>
      selectFrom('comments')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('comments.colleague_question_id', '=', 'colleague_questions.id')
        .as('answers'),
    )
    .where('colleague_questions.application_id', '=', of.applicationId)
    .$if(of.id !== undefined, (all) => all.where('colleague_questions.id', '=', of.id ?? 0))
    .orderBy('colleague_questions.id', 'desc')
    .execute()
  const cards = await listCardTimes(db, of.applicationId)
  return rows.map((row) => ({
    ...{ id: row.id, email: row.email, question: row.question, askedBy: row.asked_by },
    ...{ createdAt: row.created_at, expiresAt: row.expires_at, endedAt: row.ended_at, lastLookAt: row.last_look_at },
    isOpen: row.ended_at === null && row.expires_at > now.toISOString(),
    answers: Number(row.answers),
    scorecardAt: isOfInterview(row.mail_kind) ? (cards.get(row.email.toLowerCase()) ?? null) : null,
    mail: row.state === null ? null : outcomeOf(row.state),
  }))
}

function isOfInterview(mailKind: MailRow['kind'] | null): boolean {
  return mailKind === 'interview_invitation' || mailKind === 'scorecard_request'
}

/** When interviewers without an account gave their scorecards, by address in lower case. */
async function listCardTimes(db: Db, applicationId: number): Promise<Map<string, string>> {
  const cards = await db
    .selectFrom('scorecards')
    .select(['email', 'created_at'])
    .where('application_id', '=', applicationId)
    .where('email', 'is not', null)
    .where('answers', 'is not', null)
    .execute()
  return new Map(cards.map(({ email, created_at }) => [email ?? '', created_at]))
}

/** What a colleague has answered to a question, oldest first. An answer that was deleted is not among them. */
export async function listAnswers(db: Db, questionId: number) {
  const rows = await db
    .selectFrom('comments')
    .select(['verdict', 'text', 'created_at'])
    .where('colleague_question_id', '=', questionId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ verdict, text, created_at }) =>
    verdict === null ? [] : [{ verdict, comment: text ?? '', at: created_at }],
  )
}
