import type { MailKindName } from '../../../contract/messages/mail-terms.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import type { ColleagueQuestion } from '../../../contract/team/colleague-questions.ts'
import type { Db } from '../../platform/database/tables.ts'
import { outcomeOf } from '../../platform/mail/mail-outcome.ts'
import { isPermitted } from '../accounts/require-access.ts'
import { applicationGone } from '../applications/stored/application-queries.ts'
import { nameIn } from './question-interviews.ts'
import { isLinkOpen, newLinkRefusal } from './question-links.ts'

/** Kinds of mail that bring the link of a question. */
const WITH_LINK = ['colleague_question', 'interview_invitation', 'scorecard_request'] as const satisfies MailKindName[]

/** Whose questions are read by whom; with an id only that one. */
type QuestionsOf = { applicationId: number; viewerId: number; id?: number }

/** The questions to colleagues about an application, newest first. */
export async function listQuestions(db: Db, of: QuestionsOf, now: Date): Promise<ColleagueQuestion[]> {
  const rows = await selectQuestions(db)
    .where('colleague_questions.application_id', '=', of.applicationId)
    .$if(of.id !== undefined, (all) => all.where('colleague_questions.id', '=', of.id ?? 0))
    .orderBy('colleague_questions.id', 'desc')
    .execute()
  const cards = await listCardTimes(db, of.applicationId)
  const asking = await listAsking(db, rows)
  const cardOf = ({ interviewers, email }: QuestionRow) =>
    interviewers === null ? null : (cards.get(email.toLowerCase()) ?? null)
  return rows.map((row) => ({
    ...{ id: row.id, email: row.email, question: row.question, askedBy: row.asked_by },
    name: row.interviewers === null ? null : (nameIn({ interviewers: row.interviewers }, row.email) ?? row.to_name),
    ...{ createdAt: row.created_at, expiresAt: row.expires_at, endedAt: row.ended_at },
    ...{ linkShownAt: row.link_shown_at, lastOpenedAt: row.last_opened_at },
    isOpen: isLinkOpen(
      { question: row, application: row, interview: interviewOf(row), mayAsk: asking.has(row.asked_by_id) },
      now,
    ),
    answers: Number(row.answers),
    scorecardAt: cardOf(row),
    mayMakeLink:
      newLinkRefusal({
        ...{ isInterviewers: row.interviewers !== null, askedById: row.asked_by_id },
        ...{ hasScorecard: cardOf(row) !== null, makerId: of.viewerId },
      }) === null,
    mail: row.mail_state === null ? null : outcomeOf(row.mail_state),
  }))
}

/** A question as those who may ask read it. @throws {RequestError} `not_found` */
export async function presentQuestion(db: Db, of: QuestionsOf & { id: number }, now: Date): Promise<ColleagueQuestion> {
  const [question] = await listQuestions(db, of, now)
  if (!question) throw applicationGone()
  return question
}

/** Questions, each with its application, the latest mail that brings its link, and the interview that it came with. */
function selectQuestions(db: Db) {
  return db
    .selectFrom('colleague_questions')
    .innerJoin('applications', 'applications.id', 'colleague_questions.application_id')
    .leftJoin('mails', (join) =>
      join.on(({ eb, selectFrom }) =>
        eb(
          'mails.id',
          '=',
          selectFrom('mails as latest')
            .select(({ fn }) => fn.max('latest.id').as('id'))
            .whereRef('latest.colleague_question_id', '=', 'colleague_questions.id')
            .where('latest.kind', 'in', WITH_LINK),
        ),
      ),
    )
    .leftJoin('interviews', 'interviews.id', 'colleague_questions.interview_id')
    .selectAll('colleague_questions')
    .select(['applications.job_id', 'applications.quarantined', 'applications.withdrawn_at'])
    .select([
      'mails.state as mail_state',
      'mails.to_name',
      'interviews.state as interview_state',
      'interviews.interviewers',
    ])
    .select(({ selectFrom }) =>
      selectFrom('comments')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('comments.colleague_question_id', '=', 'colleague_questions.id')
        .as('answers'),
    )
}

type QuestionRow = Awaited<ReturnType<ReturnType<typeof selectQuestions>['execute']>>[number]

function interviewOf({ interview_state: state, interviewers }: QuestionRow) {
  return state === null || interviewers === null ? undefined : { state, interviewers }
}

/** The people among those who asked about one application who may still ask. */
async function listAsking(db: Db, rows: readonly QuestionRow[]): Promise<Set<number>> {
  const asking = new Set<number>()
  const jobs = new Map(rows.map(({ asked_by_id, job_id }) => [asked_by_id, job_id]))
  for (const [id, jobId] of jobs) if (await isPermitted(db, { id }, APPLICATIONS.ask, jobId)) asking.add(id)
  return asking
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
