import type { Kysely } from 'kysely'
import type { Reply } from '../../../contract/messages/replies.ts'
import type { Db, ReplyRow, Tables } from '../../platform/database/tables.ts'
import { notFound } from '../../platform/http/request-error.ts'
import { type Action, recordAction, shownName } from '../audit/audit-queries.ts'
import { lockApplications } from '../resumes/resume-queries.ts'
import { presentReplies } from './reply-presenter.ts'
import { findReply, settleReply } from './reply-queries.ts'

/**
 * Notes that a reply needs no answer, or takes that back. One that a message has answered stays answered; a repeated request changes
 * nothing.
 * @throws {RequestError} `not_found`
 */
export function settle(db: Kysely<Tables>, { by, id, now }: Action, needsNoAnswer: boolean): Promise<Reply> {
  return db.transaction().execute(async (trx) => {
    const { application_id: applicationId } = await requireReply(trx, id)
    await lockApplications(trx, [applicationId])
    if (await settleReply(trx, id, needsNoAnswer ? { at: now.toISOString(), by: shownName(by) } : null)) {
      const event = { action: needsNoAnswer ? 'reply_settled' : 'reply_unsettled' } as const
      await recordAction(trx, { by, now, id: applicationId, subject: 'application', event })
    }
    const [reply] = await presentReplies(trx, [await requireReply(trx, id)])
    if (!reply) throw noReply()
    return reply
  })
}

async function requireReply(db: Db, id: number): Promise<ReplyRow> {
  const reply = await findReply(db, id)
  if (!reply || reply.nature === 'bounce') throw noReply()
  return reply
}

function noReply() {
  return notFound('There is no such reply.')
}
