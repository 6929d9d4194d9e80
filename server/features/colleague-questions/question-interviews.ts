import type { ColleagueQuestionRow, Db, InterviewRow } from '../../platform/database/tables.ts'

/** The interview that a question came with. */
type InvitedTo = Pick<InterviewRow, 'id' | 'state' | 'interviewers'>

/** The mails by which questions came with interviews: invitations, and reminders of scorecards. */
function selectInvitations(db: Db) {
  return db
    .selectFrom('mails')
    .innerJoin('interviews', (join) =>
      join.on(({ eb, fn }) =>
        eb('interviews.id', '=', fn.coalesce('mails.interview_id', 'mails.scorecard_interview_id')),
      ),
    )
    .where(({ or, eb }) => or([eb('mails.to_interviewer', '=', 1), eb('mails.kind', '=', 'scorecard_request')]))
}

/** The interview that a question came with, by the invitation or by the reminder of the scorecard; undefined for any other question. */
export function findInterview(db: Db, { id }: Pick<ColleagueQuestionRow, 'id'>): Promise<InvitedTo | undefined> {
  return selectInvitations(db)
    .select(['interviews.id', 'interviews.state', 'interviews.interviewers'])
    .where('mails.colleague_question_id', '=', id)
    .executeTakeFirst()
}

/** The questions to an interviewer that came with an interview, oldest first. @param address in any case */
export async function listQuestionsTo(db: Db, interviewId: number, address: string): Promise<ColleagueQuestionRow[]> {
  const ofInterview = selectInvitations(db)
    .select('mails.colleague_question_id')
    .where('interviews.id', '=', interviewId)
    .where('mails.colleague_question_id', 'is not', null)
  const questions = db.selectFrom('colleague_questions').selectAll().where('id', 'in', ofInterview).orderBy('id')
  // Letters of any script: the engines fold different ones.
  return (await questions.execute()).filter(({ email }) => email.toLowerCase() === address.toLowerCase())
}

/** The name that was typed for an interviewer; undefined for one who takes no part. */
export function nameIn({ interviewers }: Pick<InterviewRow, 'interviewers'>, email: string): string | undefined {
  const present = JSON.parse(interviewers) as { name: string; address: string }[]
  return present.find(({ address }) => address.toLowerCase() === email.toLowerCase())?.name
}

/** Whether an interview is still planned, and the colleague takes part in it. */
export function stillInterviews(interview: Omit<InvitedTo, 'id'>, email: string): boolean {
  return interview.state === 'planned' && nameIn(interview, email) !== undefined
}
