import type { Verdict } from '../contract/team/verdicts.ts'
import { COLLEAGUE_QUESTION } from '../contract/wire/limits.ts'
import { hashSecret, newSecret } from '../server/features/accounts/session-queries.ts'
import { recordAction, shownName } from '../server/features/audit/audit-queries.ts'
import { notify } from '../server/features/notices/notify.ts'
import type { Db } from '../server/platform/database/tables.ts'
import { findPerson } from './demo-people.ts'
import { ago, instantOf, type Moment } from './moment.ts'

/** Names the mails that nobody gets. */
const NO_MAIL = 'https://demo.example.com'

const DAY_MS = 24 * 60 * 60_000

/** A comment of a person of the demo, by username. */
type DemoComment = { by: string; text: string; mentions?: readonly string[]; at: Moment }

/** A question to a colleague without an account, and the answer, where it has come. */
type DemoQuestion = {
  by: string
  email: string
  question: string
  at: Moment
  answer?: { verdict: Verdict; text: string; at: Moment }
}

type Discussion = { comments?: readonly DemoComment[]; questions?: readonly DemoQuestion[] }

/** What colleagues say about an applicant, by the applicant's address. */
export const DEMO_DISCUSSIONS: Readonly<Record<string, Discussion>> = {
  'hannah.okonkwo.reyes@example.com': {
    comments: [
      {
        by: 'priya',
        text: '@Tom Sandoval she has time today. Could you take the exercise with the slow overview?',
        mentions: ['tom'],
        at: ago(3, '15:40'),
      },
      {
        by: 'tom',
        text: 'Yes. I bring the Delaware overview, with the 40 bindings that nobody dares to touch.',
        at: ago(3, '17:05'),
      },
      {
        by: 'priya',
        text: '@Maren Holt she asks whether two days a week in Big Spring are possible. Can we say yes before tonight?',
        mentions: ['admin'],
        at: ago(1, '21:20'),
      },
    ],
    questions: [
      {
        by: 'tom',
        email: 'denise.whitlock@example.com',
        question: 'You worked with her in Big Spring. How was she on a night call?',
        at: ago(2, '16:10'),
        answer: {
          verdict: 'talk',
          text: 'Calm, and she wrote down what she changed. I would call her again at three in the morning.',
          at: ago(1, '13:25'),
        },
      },
    ],
  },
  'lukasz.wroblewski@example.org': {
    comments: [
      { by: 'tom', text: 'His note on primary host state is better than our own page about it.', at: ago(4, '14:12') },
    ],
    questions: [
      {
        by: 'priya',
        email: 'marta.quintana@example.com',
        question: 'Does he know enough of certificates for the gateways at the terminal?',
        at: ago(1, '19:30'),
      },
    ],
  },
  'ja.pena@example.com': {
    comments: [{ by: 'ruth', text: 'He can start on the Loving pads. His tickets are current.', at: ago(5, '13:50') }],
  },
}

/** Adds what colleagues say about an applicant. */
export async function loadDiscussion(
  db: Db,
  { applicationId, email, now }: { applicationId: number; email: string; now: Date },
): Promise<void> {
  const { comments = [], questions = [] } = DEMO_DISCUSSIONS[email] ?? {}
  for (const comment of comments) await loadComment(db, { applicationId, comment, now })
  for (const question of questions) await loadQuestion(db, { applicationId, question, now })
}

async function loadComment(
  db: Db,
  { applicationId: id, comment, now }: { applicationId: number; comment: DemoComment; now: Date },
): Promise<void> {
  const by = await findPerson(db, comment.by)
  const mentions = await Promise.all((comment.mentions ?? []).map((name) => findPerson(db, name)))
  const at = instantOf(comment.at, now)
  await db.transaction().execute(async (trx) => {
    const { id: commentId } = await trx
      .insertInto('comments')
      .values({
        ...{ application_id: id, account_id: by.id, author_name: shownName(by), text: comment.text },
        ...{ mentions: JSON.stringify(mentions.map((person) => person.id)), created_at: at.toISOString() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAction(trx, { by, now: at, id, subject: 'application', event: { action: 'comment_added' } })
    const mention = { kind: 'mentioned', name: `${commentId}`, applications: [id], commentId } as const
    const author = { id: by.id, name: shownName(by) }
    await notify(
      trx,
      { ...mention, to: mentions.map((person) => person.id), by: author },
      { now: at, publicUrl: NO_MAIL },
    )
    // Their mails would have left long ago.
    await trx.deleteFrom('mails').where('kind', '=', 'notice').execute()
  })
}

async function loadQuestion(
  db: Db,
  { applicationId: id, question, now }: { applicationId: number; question: DemoQuestion; now: Date },
): Promise<void> {
  const by = await findPerson(db, question.by)
  const at = instantOf(question.at, now)
  const expiresAt = new Date(at.getTime() + COLLEAGUE_QUESTION.linkDays * DAY_MS)
  await db.transaction().execute(async (trx) => {
    const { id: questionId } = await trx
      .insertInto('colleague_questions')
      .values({
        ...{ application_id: id, email: question.email, question: question.question, asked_by: shownName(by) },
        ...{ asked_by_id: by.id, token_hash: hashSecret(newSecret()) },
        ...{ created_at: at.toISOString(), expires_at: expiresAt.toISOString(), link_shown_at: at.toISOString() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAction(trx, { by, now: at, id, subject: 'application', event: { action: 'colleague_asked' } })
    if (!question.answer) return
    const { verdict, text } = question.answer
    const answered = instantOf(question.answer.at, now)
    await trx
      .insertInto('comments')
      .values({
        ...{ application_id: id, account_id: null, author_name: question.email, colleague_question_id: questionId },
        ...{ verdict, text, mentions: JSON.stringify([by.id]), created_at: answered.toISOString() },
      })
      .execute()
    const looked = { last_opened_at: answered.toISOString() }
    await trx.updateTable('colleague_questions').set(looked).where('id', '=', questionId).execute()
    for (const action of ['colleague_opened', 'colleague_answered'] as const)
      await recordAction(trx, { by: null, now: answered, id, subject: 'application', event: { action } })
  })
}
