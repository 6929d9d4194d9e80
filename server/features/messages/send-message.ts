import type { Transaction } from 'kysely'
import { formatReceiptFile, readReceipt, receiptFileName } from '../../../contract/applications/receipt.ts'
import { MESSAGE_KIND, MESSAGE_KINDS, type MessageKind } from '../../../contract/messages/message-kinds.ts'
import { fillTemplate } from '../../../contract/messages/message-template.ts'
import { recordOf } from '../../../contract/wire/records.ts'
import type { Db, MessageRow, Tables } from '../../platform/database/tables.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { lockApplications } from '../resumes/resume-queries.ts'
import { isAnswerAwaited, listReferences } from './message-queries.ts'
import { createOfferLink, isOfferOpen } from './open-offers.ts'
import { fillPrivateLinks, listLinked } from './private-links.ts'
import { lockAnswered, recordAnswered } from './record-answered.ts'

/** Messages as mail. Their text was written with their cause, but for the private link, which each attempt makes. */
export function messageMails({
  clock,
  config: { publicUrl },
}: Pick<Services, 'clock' | 'config'>): Record<MessageKind, MailKind<MessageRow, MessageRow>> {
  const mail: MailKind<MessageRow, MessageRow> = {
    withoutContent: 'cancelled',
    lock: async (trx, message) => {
      await lockAnswered(trx, [message])
      await lockApplications(
        trx,
        (await applicationsOf(trx, message)).map(({ id }) => id),
      )
    },
    read: async (db, message) => {
      if (message.cancelled_at !== null) return undefined
      if (message.kind === 'apology' && !(await isAnswerAwaited(db, message.application_id))) return undefined
      // What has closed the offer may be undone: then it is queued again.
      if (message.offer_id !== null && !(await isOfferOpen(db, message.offer_id, clock()))) return undefined
      return message
    },
    compose: async (trx, message) => ({
      to: { name: message.to_name, address: message.to_address },
      subject: message.subject,
      // An interviewer never gets the applicant's private link, whatever the text says.
      text: message.to_interviewer === 1 ? message.body : await fillLinks(trx, message, { publicUrl, now: clock() }),
      references: await listReferences(trx, message),
      isAutomatic: MESSAGE_KIND[message.kind].isAutomatic,
      attachments: attachmentsOf(message),
      calendar: message.calendar,
    }),
    afterEnd: async (trx, message, { state }) => {
      if (state === 'nothing' || state === 'cancelled') return
      const [now, { kind, application_id }] = [clock(), message]
      if (state === 'sent') await recordAnswered(trx, [message], { by: null, now })
      const event = { action: 'message', kind, state } as const
      await recordAction(trx, { by: null, now, id: application_id, subject: 'application', event })
    },
  }
  return recordOf(MESSAGE_KINDS, () => mail)
}

/** The text with its links. The one of offered times leads to these. */
async function fillLinks(
  trx: Transaction<Tables>,
  message: MessageRow,
  making: { publicUrl: string; now: Date },
): Promise<string> {
  const { body, offer_id } = message
  if (offer_id === null)
    return fillPrivateLinks(trx, { body, applications: await applicationsOf(trx, message) }, making)
  return fillTemplate(body, { status_link: await createOfferLink(trx, offer_id, making) })
}

/** The applications that a message links to: that of the message, or all of the address that asked for new links. */
async function applicationsOf(db: Db, { kind, application_id, to_address }: MessageRow) {
  const own = { id: application_id, job_id: null }
  if (kind !== 'link') return [own]
  const linked = await listLinked(db, to_address)
  return linked.some(({ id }) => id === application_id) ? linked : [own, ...linked]
}

/** The signed receipt as a file to keep. */
function attachmentsOf(message: MessageRow) {
  const receipt = message.receipt === null ? undefined : readReceipt(message.receipt)
  if (!receipt) return []
  const fileName = receiptFileName(receipt)
  return [{ fileName, mediaType: 'application/json', content: formatReceiptFile(receipt) }]
}
