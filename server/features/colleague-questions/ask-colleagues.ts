import type { Transaction } from 'kysely'
import type { MadeColleagueQuestion, NewColleagueQuestion } from '../../../contract/team/colleague-questions.ts'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { RequestError, tooManyRequests } from '../../platform/http/request-error.ts'
import { DECIDED, newMessageId, queueMails } from '../../platform/mail/mail-queue.ts'
import { describeHidden } from '../applications/changes/set-aside.ts'
import { applicationGone, findApplication } from '../applications/stored/application-queries.ts'
import { type Action, type Actor, shownName } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { createColleagueLink } from '../messages/private-links.ts'
import { endOfLink, hasRoom, insertQuestion } from './insert-question.ts'
import { presentQuestion } from './question-queries.ts'

/**
 * Asks a colleague about an application, by a link that is mailed or shown once. A mailed link is made when its mail leaves.
 * @throws {RequestError} `not_found`; `invalid_request` without a mail server, for an application in quarantine and for too many
 * questions; `too_many_requests` for those of one person in a day
 */
export async function askColleague(
  { db, clock, mail, outbox, config }: Pick<Services, 'db' | 'clock' | 'mail' | 'outbox' | 'config'>,
  { by, id, now }: Action,
  { email, question, byMail }: NewColleagueQuestion,
): Promise<MadeColleagueQuestion> {
  if (byMail && !mail) throw refused('byMail', 'This site has no mail server. Copy the link and pass it on yourself.')
  const made = await db.transaction().execute(async (trx) => {
    // The questions of one person, and those of one application, are counted one after the other.
    await lockRow(trx, 'accounts', by.id, 'no key update')
    await lockRow(trx, 'applications', id, 'no key update')
    const application = await findApplication(trx, id)
    if (!application) throw applicationGone()
    const hidden = describeHidden(application, 'Release it before you show it to somebody.')
    if (hidden) throw refused('email', hidden)
    if (application.withdrawn_at !== null)
      throw refused('email', 'This application was withdrawn, and is shown to nobody else.')
    await requireRoom(trx, { by, id, now })
    const link_shown_at = byMail ? null : now.toISOString()
    const row = { email, question, asked_by: shownName(by), expires_at: endOfLink(now), link_shown_at }
    const questionId = await insertQuestion(trx, row, { by, id, now })
    if (byMail) await queueLink(trx, questionId, { by, now, publicUrl: config.publicUrl })
    const url = byMail ? null : await createColleagueLink(trx, questionId, config.publicUrl)
    const of = { applicationId: id, viewerId: by.id, id: questionId }
    return { question: await presentQuestion(trx, of, clock()), url }
  })
  outbox.wake()
  return made
}

async function requireRoom(trx: Transaction<Tables>, { by, id, now }: Action): Promise<void> {
  const { mostOfApplication, mostInADay } = COLLEAGUE_QUESTION
  if (!(await hasRoom(trx, id, 1)))
    throw refused(
      'email',
      `${mostOfApplication} questions about this application were sent already, and there is no room for more.`,
    )
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  const questions = trx.selectFrom('colleague_questions')
  const ofDay = questions.where('asked_by_id', '=', by.id).where('created_at', '>', since)
  if ((await countRows(ofDay)) >= mostInADay)
    throw tooManyRequests(`You have asked ${mostInADay} colleagues within a day.`, DAY_MS)
}

async function queueLink(
  trx: Transaction<Tables>,
  id: number,
  { by, now, publicUrl }: { by: Actor; now: Date; publicUrl: string },
): Promise<void> {
  const mail = {
    ...({ kind: 'colleague_question', reason: `colleague_question:${id}`, colleague_question_id: id } as const),
    ...({ state: 'waiting', message_id: newMessageId(publicUrl), username: shownName(by) } as const),
  }
  await queueMails(trx, [mail], { now, place: DECIDED })
}

function refused(path: string, message: string): RequestError {
  return new RequestError('invalid_request', message, { issues: [{ path, message }] })
}
