import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { IncomingMail } from '../../platform/inbox/incoming-mail.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { lockApplications } from '../resumes/resume-queries.ts'
import { bounceMessage } from './bounce-message.ts'
import type { MailMatch } from './match-mail.ts'
import { notifyOfMail } from './notify-of-mail.ts'
import type { ReplyFiles } from './reply-files.ts'
import { countReplies, insertReply, MOST_REPLIES, noteEarlierAnswer } from './reply-queries.ts'

/** When a mail came, by the mailbox, and when it is read. */
type Times = { receivedAt: Date; now: Date }

/**
 * Stores a mail with its application, with all that follows from it. A copy of one that is stored changes nothing.
 * @returns whether it is stored now
 */
export async function takeMail(
  trx: Transaction<Tables>,
  services: Pick<Services, 'config'>,
  { mail, match, times, files }: { mail: IncomingMail; match: MailMatch; times: Times; files: ReplyFiles },
): Promise<boolean> {
  const { applicationId, message } = match
  const { now } = times
  // It may have been erased since it was found.
  const [locked] = await lockApplications(trx, [applicationId])
  if (locked === undefined || (await countReplies(trx, applicationId)) >= MOST_REPLIES) return false
  const id = await insertReply(trx, { ...rowOf(mail, match, times), left_out: JSON.stringify(files.leftOut) })
  if (id === undefined) return false
  const about = { applicationId, name: String(id), now, publicUrl: services.config.publicUrl }
  if (mail.nature === 'bounce') {
    const isBounced =
      message !== null && (await bounceMessage(trx, message.id, { words: mail.report?.words ?? '', now }))
    if (isBounced) await notifyOfMail(trx, { ...about, kind: 'bounced' })
    return true
  }
  const event = { action: 'reply_received' } as const
  await recordAction(trx, { by: null, now, id: applicationId, subject: 'application', event })
  if (mail.nature === 'reply') {
    await noteEarlierAnswer(trx, id, applicationId)
    await notifyOfMail(trx, { ...about, kind: 'replied' })
  }
  await files.store(trx, { applicationId, replyId: id, now })
  return true
}

function rowOf(mail: IncomingMail, { applicationId, message, isOtherAddress }: MailMatch, { receivedAt, now }: Times) {
  const isReturned = mail.nature === 'bounce'
  const own = mail.messageId === null ? [] : [mail.messageId]
  // Servers say the second alone: by its end the message had left that it answers.
  const came = new Date(Math.min(now.getTime(), (receivedAt.getTime() || now.getTime()) + 999))
  return {
    application_id: applicationId,
    mail_id: message?.id ?? null,
    identity: identityOf(mail),
    nature: mail.nature === 'delay' ? ('automatic' as const) : mail.nature,
    message_id: mail.messageId,
    reference_ids: JSON.stringify([...mail.references, ...own]),
    from_name: mail.from?.name ?? null,
    from_address: mail.from?.address ?? '',
    is_other_address: isOtherAddress ? 1 : 0,
    subject: mail.subject,
    // What a returned mail says stands beside its message.
    body: isReturned ? '' : mail.text,
    quoted: isReturned ? null : mail.quoted,
    is_cut: mail.isCut ? 1 : 0,
    sent_at: mail.sentAt,
    received_at: came.toISOString(),
  } as const
}

/**
 * Names a mail by what no server changes on its way: two copies of it are one, and another mail that claims its Message-ID is not it.
 */
function identityOf({ messageId, bodyHash, from, subject, sentAt }: IncomingMail): string {
  const named = messageId === null ? [from?.address ?? '', subject, sentAt] : [messageId]
  return createHash('sha256')
    .update(JSON.stringify([...named, bodyHash]))
    .digest('hex')
}
