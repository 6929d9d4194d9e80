import { type QuestionAnswer, withoutMarks } from '../../../contract/jobs/question.ts'
import type { ColleagueAnswer, LinkedQuestion } from '../../../contract/team/colleague-questions.ts'
import type { InterviewerScorecard, OwnScorecard } from '../../../contract/team/scorecards.ts'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import type { Db } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { requireRoom } from '../comments/comment-limits.ts'
import type { Services } from '../feature.ts'
import { findJobTitles } from '../jobs/job-queries.ts'
import { notify } from '../notices/notify.ts'
import { giveInterviewerScorecard } from '../scorecards/give-scorecard.ts'
import { type InterviewerOnDevice, readInterviewerScorecard } from '../scorecards/scorecard-queries.ts'
import {
  countDevices,
  findDevice,
  lockLink,
  type OpenedLink,
  type OpenLink,
  requireLink,
  requireOpened,
  type SentSecrets,
} from './question-links.ts'
import { recordOwn, requireOpenedAndNote } from './question-openings.ts'
import { listAnswers } from './question-queries.ts'

/**
 * What a colleague is asked: all of it on a device that has opened the link, and on another only by whom.
 * @param options.isShown false for HEAD, whose response shows nothing and opens nothing
 */
export async function readLinkedQuestion(
  services: Pick<Services, 'db' | 'clock' | 'mail'>,
  sent: SentSecrets,
  { isShown }: { isShown: boolean },
): Promise<LinkedQuestion> {
  const { db, clock, mail } = services
  const link = await requireLink(db, sent.token, clock())
  const { question } = link
  const device = await findDevice(db, question, sent.device)
  if (device && isShown) await requireOpenedAndNote(services, sent)
  return {
    ...{ askedBy: question.asked_by, expiresAt: question.expires_at },
    device: device ? 'known' : await unknownDevice(db, question),
    canSendCode: mail !== null,
    asked: device ? await presentAsked(db, { ...link, device }) : null,
  }
}

async function unknownDevice(db: Db, question: OpenLink['question']): Promise<'first' | 'new' | 'full'> {
  const devices = await countDevices(db, question)
  if (devices === 0) return 'first'
  return devices < COLLEAGUE_QUESTION.mostDevices ? 'new' : 'full'
}

async function presentAsked(db: Db, link: OpenedLink): Promise<LinkedQuestion['asked']> {
  const { question, application, interviewer } = link
  const { job_id, resume_kind: kind, resume_name, resume_size: size } = application
  const titles = job_id === null ? null : await findJobTitles(db, [job_id])
  return {
    email: question.email,
    name: interviewer,
    question: question.question,
    applicant: application.name,
    job: (job_id !== null && titles?.get(job_id)) || null,
    appliedAt: application.created_at,
    note: application.note,
    questionAnswers: withoutMarks(JSON.parse(application.question_answers) as QuestionAnswer[]),
    resume: kind === null || size === null ? null : { kind, fileName: resume_name || `resume.${kind}`, size },
    answers: await listAnswers(db, question.id),
    scorecard: interviewer === null ? null : await readInterviewerScorecard(db, application.id, interviewerOn(link)),
  }
}

/**
 * Gives or changes the scorecard of an interviewer, with the link that came with the invitation.
 * @returns the criteria and the interviewer's own card, also in the refusal
 * @throws {RequestError} `not_found`; `forbidden` on a device that has not opened the link, and with the link of another question;
 * `changed_meanwhile` where another version is stored than the one read; `invalid_request` where there is no room
 */
export function giveAskedScorecard(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  sent: SentSecrets,
  card: OwnScorecard,
): Promise<InterviewerScorecard> {
  const now = clock()
  return db.transaction().execute(async (trx) => {
    await lockLink(trx, sent.token, now)
    const link = await requireOpened(trx, sent, now)
    if (link.interviewer === null) throw noInterview()
    const by = { ...interviewerOn(link), name: link.interviewer }
    return giveInterviewerScorecard(trx, { applicationId: link.application.id, by, now }, card)
  })
}

function interviewerOn({ question, device }: OpenedLink): InterviewerOnDevice {
  return { email: authorOf(question), deviceHash: device.device_hash, isLinkPrivate: question.link_shown_at === null }
}

/** One person has one card, however the address is written in different invitations. */
export function authorOf({ email }: OpenLink['question']): string {
  return email.toLowerCase()
}

/**
 * Stores what a colleague answers among the comments, and mails it to the person who asked.
 * @throws {RequestError} `not_found`; `forbidden` on a device that has not opened the link, and with the link of an interview;
 * `invalid_request` for too many answers
 */
export async function answerQuestion(
  { db, clock, outbox, config }: Pick<Services, 'db' | 'clock' | 'outbox' | 'config'>,
  sent: SentSecrets,
  { verdict, comment }: ColleagueAnswer,
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (trx) => {
    await lockLink(trx, sent.token, now)
    const { question, interviewer } = await requireOpened(trx, sent, now)
    if (interviewer !== null) throw takesScorecard()
    const answers = await listAnswers(trx, question.id)
    const latest = answers.at(-1)
    // The request was sent twice.
    if (latest?.verdict === verdict && latest.comment === (comment ?? '')) return
    if (answers.length >= COLLEAGUE_QUESTION.mostAnswers) throw noMoreAnswers()
    await requireRoom(trx, question.application_id, comment ?? '')
    const row = await trx
      .insertInto('comments')
      .values({
        ...{ application_id: question.application_id, account_id: null, author_name: question.email },
        ...{ colleague_question_id: question.id, verdict, text: comment ?? '' },
        ...{ mentions: JSON.stringify([question.asked_by_id]), created_at: now.toISOString() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordOwn(trx, 'colleague_answered', question, now)
    const about = { name: `${row.id}`, applications: [question.application_id], commentId: row.id }
    const answered = { kind: 'answered', ...about, to: [question.asked_by_id] } as const
    await notify(trx, { ...answered, by: { id: null, name: question.email } }, { now, publicUrl: config.publicUrl })
  })
  outbox.wake()
}

function noInterview(): RequestError {
  return new RequestError('forbidden', 'Only interviewers give a scorecard. Answer the question instead.')
}

function takesScorecard(): RequestError {
  return new RequestError('forbidden', 'This link takes a scorecard. Give that in place of an answer.')
}

function noMoreAnswers(): RequestError {
  const message = `You have answered ${COLLEAGUE_QUESTION.mostAnswers} times already. Write to the person who asked you.`
  return new RequestError('invalid_request', message)
}
