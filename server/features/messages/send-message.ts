import type { Transaction } from 'kysely'
import {
  formatReceiptFile,
  RECEIPT_PARAMETER,
  type Receipt,
  readReceipt,
  receiptFileName,
} from '../../../contract/applications/receipt.ts'
import { MESSAGE_KIND, MESSAGE_KINDS, type MessageKind } from '../../../contract/messages/message-kinds.ts'
import { fillTemplate, withoutPrivateLink } from '../../../contract/messages/message-template.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { recordOf } from '../../../contract/wire/records.ts'
import type { Db, MessageRow, Tables } from '../../platform/database/tables.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { lockApplications } from '../resumes/resume-queries.ts'
import { isAnswerAwaited } from './message-queries.ts'
import { createOfferLink, isOfferOpen } from './open-offers.ts'
import { createChoiceLink, createColleagueLink, fillPrivateLinks, listLinked } from './private-links.ts'
import { lockAnswered, recordAnswered } from './record-answered.ts'
import { taggedAddress } from './reply-tags.ts'
import { SEE_STATUS } from './templates/default-templates.ts'
import { listReferences } from './thread-references.ts'

/** Messages as mail. Their text was written with their cause, but for the private link, which each attempt makes. */
export function messageMails({
  clock,
  config: { publicUrl, inbox, mail: settings },
  hash,
}: Pick<Services, 'clock' | 'config' | 'hash'>): Record<MessageKind, MailKind<MessageRow, MessageRow>> {
  const toApplicant = async (trx: Transaction<Tables>, message: MessageRow) => {
    const { body, offer_id } = message
    if (offer_id !== null) {
      const href = await createOfferLink(trx, offer_id, { publicUrl, now: clock() })
      return { text: fillTemplate(body, { status_link: href }), button: { href, label: 'Choose a time' } }
    }
    if (message.kind === 'erasure_notice') {
      const href = await createChoiceLink(trx, message.application_id, { publicUrl, now: clock() })
      const text = fillTemplate(body, { status_link: href })
      const label = 'Choose what happens'
      // Whatever owners write, it brings the choice.
      return { text: text.includes(href) ? text : `${text.trimEnd()}\n\n${label}:\n${href}\n`, button: { href, label } }
    }
    const subject = { body, applications: await applicationsOf(trx, message) }
    const { text, link } = await fillPrivateLinks(trx, subject, { publicUrl, now: clock() })
    return { text, button: link === null ? null : { href: link, label: await buttonOf(trx, message) } }
  }
  /** Where its replies go: an address that names the application, where the mailbox takes such. */
  const replyToOf = async (trx: Transaction<Tables>, { application_id, to_interviewer }: MessageRow) => {
    const usual = settings?.replyTo ?? settings?.from
    if (!inbox?.tagsReplies || !usual || to_interviewer === 1) return {}
    const address = await taggedAddress(trx, application_id, { hash, address: usual.address })
    return { replyTo: { name: usual.name, address } }
  }
  // An interviewer never gets the applicant's private link, whatever the text says; without an account a link of a colleague.
  const toInterviewer = async (trx: Transaction<Tables>, message: MessageRow) => {
    const { body, application_id, colleague_question_id } = message
    if (colleague_question_id !== null) {
      if (await hasEnded(trx, colleague_question_id)) return { text: withoutPrivateLink(body), button: null }
      const href = await createColleagueLink(trx, colleague_question_id, publicUrl)
      return { text: fillTemplate(body, { status_link: href }), button: { href, label: 'Read the resume' } }
    }
    const href = `${publicUrl}${pathTo(ADMIN_PAGE.review, application_id)}`
    return { text: body, button: { href, label: 'Open the application' } }
  }

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
    compose: async (trx, message) => {
      const { text, button } = await (message.to_interviewer === 1
        ? toInterviewer(trx, message)
        : toApplicant(trx, message))
      const receipt = receiptOf(message)
      return {
        ...(await replyToOf(trx, message)),
        to: { name: message.to_name, address: message.to_address },
        subject: message.subject,
        ...titleOf(message),
        text:
          receipt === undefined || hasReceiptLink(text) ? text : `${text.trimEnd()}\n\n${aboutReceipt(publicUrl)}\n`,
        button,
        references: await listReferences(trx, message),
        isAutomatic: MESSAGE_KIND[message.kind].isAutomatic,
        attachments: receipt === undefined ? [] : [receiptFile(receipt)],
        calendar: message.calendar,
      }
    },
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

/** Whether someone has ended the link of a question before the mail that was to bring it. */
async function hasEnded(db: Db, id: number): Promise<boolean> {
  const question = db.selectFrom('colleague_questions').select('ended_at').where('id', '=', id)
  return (await question.executeTakeFirst())?.ended_at !== null
}

/** What the button with the private link says. */
async function buttonOf(db: Db, { kind, interview_id }: MessageRow): Promise<string> {
  if (kind === 'link') return 'Open your application'
  if (kind !== 'interview_invitation' || interview_id === null) return SEE_STATUS
  const interview = db.selectFrom('interviews').select('response').where('id', '=', interview_id)
  const { response } = (await interview.executeTakeFirst()) ?? {}
  return response === 'none' ? 'Accept or decline' : SEE_STATUS
}

/** The applications that a message links to: that of the message, or all of the address that asked for new links. */
async function applicationsOf(db: Db, { kind, application_id, to_address }: MessageRow) {
  const own = { id: application_id, job_id: null }
  if (kind !== 'link') return [own]
  const linked = await listLinked(db, to_address)
  return linked.some(({ id }) => id === application_id) ? linked : [own, ...linked]
}

/** Messages whose subject is a sentence to the applicant. */
const ADDRESSED: readonly MessageKind[] = ['receipt', 'reviewing', 'interview', 'hired']

/** The title greets by name, where the text goes on with a sentence of its own; otherwise the subject stands above the text. */
function titleOf({ kind, subject, body }: MessageRow): { title?: string } {
  const [, name] = /^Hello ([^\n]+),\n\n\p{Lu}/u.exec(body) ?? []
  if (name === undefined || name === 'there' || !ADDRESSED.includes(kind)) return {}
  return { title: `${subject.replace(/ \(APP-\d+\)$/, '')}, ${name}` }
}

/** The signed receipt that travels along. */
function receiptOf({ receipt }: MessageRow): Receipt | undefined {
  return receipt === null ? undefined : readReceipt(receipt)
}

/** Whether a text of an earlier version names the receipt itself. */
function hasReceiptLink(text: string): boolean {
  return text.includes(`#${RECEIPT_PARAMETER}=`)
}

/** What a mail says about the receipt that it carries. */
function aboutReceipt(publicUrl: string): string {
  return `Your receipt is attached. Keep it: should your application ever be lost, it brings it back at ${publicUrl}${PAGE.recovery}`
}

/** The signed receipt as a file to keep. */
function receiptFile(receipt: Receipt) {
  const fileName = receiptFileName(receipt)
  return { fileName, mediaType: 'application/json', content: formatReceiptFile(receipt) }
}
