import type { ColleagueQuestionRow, Db, InterviewRow } from '../../platform/database/tables.ts'

/** The interview that a question came with. */
export type InvitedTo = Pick<InterviewRow, 'state' | 'interviewers'>

/** The interview that a question came with; undefined for any other question. */
export async function findInterview(
  db: Db,
  { interview_id }: Pick<ColleagueQuestionRow, 'interview_id'>,
): Promise<InvitedTo | undefined> {
  if (interview_id === null) return undefined
  const interviews = db.selectFrom('interviews').select(['state', 'interviewers'])
  return interviews.where('id', '=', interview_id).executeTakeFirst()
}

/** The questions to an interviewer that came with an interview, oldest first. @param address in any case */
export async function listQuestionsTo(db: Db, interviewId: number, address: string): Promise<ColleagueQuestionRow[]> {
  const questions = await listQuestionsOf(db, interviewId)
  // Letters of any script: the engines fold different ones.
  return questions.filter(({ email }) => email.toLowerCase() === address.toLowerCase())
}

/** The questions that came with an interview, oldest first. */
export function listQuestionsOf(db: Db, interviewId: number): Promise<ColleagueQuestionRow[]> {
  const questions = db.selectFrom('colleague_questions').selectAll()
  return questions.where('interview_id', '=', interviewId).orderBy('id').execute()
}

/** The name that was typed for an interviewer; undefined for one who takes no part. */
export function nameIn({ interviewers }: Pick<InterviewRow, 'interviewers'>, email: string): string | undefined {
  const present = JSON.parse(interviewers) as { name: string; address: string }[]
  return present.find(({ address }) => address.toLowerCase() === email.toLowerCase())?.name
}

/** Whether an interview is still planned, and the colleague takes part in it. */
export function stillInterviews(interview: InvitedTo, email: string): boolean {
  return interview.state === 'planned' && nameIn(interview, email) !== undefined
}
