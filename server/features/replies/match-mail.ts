import type { Db } from '../../platform/database/tables.ts'
import type { IncomingMail } from '../../platform/inbox/incoming-mail.ts'
import { applicationIn, type ReplyTags } from '../messages/reply-tags.ts'
import { LEFT_MAIL } from './bounce-message.ts'
import { normaliseAddress } from './normalise-address.ts'
import { findReferenced, type ReferencedMessage } from './reply-queries.ts'

/** Where a mail belongs. */
export type MailMatch = {
  applicationId: number
  /** The message that it answers or returns; null where the tag of the application led to it. */
  message: ReferencedMessage | null
  /** Whether it came from another address than that of the applicant. */
  isOtherAddress: boolean
}

/**
 * Finds the application that a mail belongs to: by the messages that it answers or returns, or by the tag in the address that it was
 * sent to. Nobody knows either but those whom we wrote to. Of several applications it is that of its sender: applicants may answer a
 * mail about one application in the thread of another.
 * @returns undefined for a mail that belongs to nothing
 */
export async function matchMail(db: Db, mail: IncomingMail, tags: ReplyTags | null): Promise<MailMatch | undefined> {
  if (mail.nature === 'bounce') return matchBounce(db, mail)
  if (mail.nature === 'delay' || mail.from === null) return undefined
  const sender = normaliseAddress(mail.from.address)
  const referenced = await findReferenced(db, mail.answers)
  // A mail of ours that comes to this mailbox too answers others of ours.
  if (mail.messageId !== null && (await findReferenced(db, [mail.messageId])).length > 0) return undefined
  const message = referenced.find(({ email }) => normaliseAddress(email) === sender) ?? referenced[0]
  if (message)
    return {
      ...{ applicationId: message.application_id, message },
      isOtherAddress: normaliseAddress(message.email) !== sender,
    }
  const tagged = tags && (await applicationIn(db, mail.recipients, tags))
  if (!tagged) return undefined
  const isOtherAddress = normaliseAddress(tagged.email) !== sender
  return { applicationId: tagged.id, message: null, isOtherAddress }
}

/** A message is returned by who names it. One that was never sent, or is not known, is returned by nobody. */
async function matchBounce(db: Db, { report, answers }: IncomingMail): Promise<MailMatch | undefined> {
  const named = await findReferenced(db, [...(report?.returned ?? []), ...answers])
  const message = named.find(({ state }) => LEFT_MAIL.includes(state))
  return message && { applicationId: message.application_id, message, isOtherAddress: false }
}
