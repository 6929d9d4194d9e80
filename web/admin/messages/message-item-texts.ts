import { RECEIPT_PARAMETER } from '../../../contract/applications/receipt.ts'
import { MESSAGE_STATE, type MessageAction } from '../../../contract/messages/message-states.ts'
import { withoutPrivateLink } from '../../../contract/messages/message-template.ts'
import type { Message } from '../../../contract/messages/messages.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import { formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { isLater } from './message-toasts.ts'

/** Whether mail leaves: @property isOutage the mail server takes none at present @property sendsMail one is configured */
export type Leaving = { isOutage: boolean; sendsMail: boolean }

/** When a message was written, and when it leaves or has left. */
export function describeTimes(
  { state, createdAt, notBefore, settledAt, attempts }: Message,
  { isOutage, sendsMail }: Leaving,
): string {
  const written = `Written ${formatShortDayAndTime(createdAt)}`
  if (state === 'waiting' && !sendsMail) return `${written}, does not leave by itself`
  if (state === 'waiting' && attempts > 0) return `${written}, next attempt ${formatShortDayAndTime(notBefore)}`
  if (state === 'waiting' && isLater({ state, notBefore }))
    return `${written}, leaves ${formatShortDayAndTime(notBefore)}`
  if (state === 'waiting' && isOutage) return `${written}, waits for the mail server`
  // Beyond the rate, what is due waits for its turn.
  if (state === 'waiting') return `${written}, leaves in its turn`
  const settled = settledAt && formatShortDayAndTime(settledAt)
  return settled && settled !== formatShortDayAndTime(createdAt) ? `${written}, settled ${settled}` : written
}

/** Who wrote a message: without an admin the program, which sends no apology before it is confirmed. */
export function describeAuthor({ by, kind }: Pick<Message, 'by' | 'kind'>): string {
  return by ?? (kind === 'apology' ? 'drafted by the program' : 'automatic')
}

/** What an admin should know of drafts before confirming them, as sentences; null unless the program has written one. */
export function describeDrafts(drafts: readonly Pick<Message, 'kind' | 'state'>[], sendsMail: boolean): string | null {
  if (!drafts.some(({ kind, state }) => kind === 'apology' && state === 'draft')) return null
  const drafted = 'Apologies are drafted by the program once the promised day has passed.'
  return `${drafted} ${sendsMail ? 'They leave only once you confirm them.' : 'Copy them, and send them by hand.'}`
}

/** What is to be known about a message that has not arrived for certain; null for any other. */
export function describeProblem({ state, response, attempts }: Message): string | null {
  if (state === 'perhaps_sent' || state === 'dismissed')
    return `The connection ended while the mail server took this message, so it may have arrived. Send it again only if the applicant did not get it. ${response ?? ''}`
  if (state === 'failed') return `The mail server refused this message: ${response ?? 'no reason given'}`
  if (state === 'bounced')
    return `This message came back, so the address did not get it: ${response ?? 'no reason given'}`
  if (state === 'not_sent') return response
  return state === 'waiting' && attempts > 0 ? `The mail server did not take it yet: ${response ?? ''}` : null
}

/**
 * What can be done with a message, the next step first. One about a decision goes back to those to confirm.
 * @param sendsMail whether a mail server is configured; without one a message can only be sent by hand
 */
export function actionsOf(
  { state, canBeTakenBack }: Pick<Message, 'state' | 'canBeTakenBack'>,
  sendsMail: boolean,
): MessageAction[] {
  const { allows }: { allows: readonly MessageAction[] } = MESSAGE_STATE[state]
  if (!sendsMail) return allows.filter((action) => action !== 'send')
  if (canBeTakenBack) return ['send', 'take_back', 'cancel']
  return allows.filter((action) => action !== 'answered' || MESSAGE_STATE[state].tab === 'problems')
}

/** The words of a button. */
export function actionName(action: MessageAction, { state }: Pick<Message, 'state'>): string {
  if (action === 'answered') return 'Answered by hand'
  if (action === 'take_back') return 'Take back'
  if (action === 'cancel') return state === 'waiting' ? 'Cancel' : 'Discard'
  if (action === 'restore') return 'Restore'
  if (state === 'draft') return 'Send'
  return state === 'waiting' ? 'Send now' : 'Send again'
}

/**
 * The text for a person who sends it by hand. The private link is only in messages that leave from here; the receipt, which is a
 * file there, is a link.
 */
export function textByHand({ body, receipt }: Pick<Message, 'body' | 'receipt'>): string {
  const text = withoutPrivateLink(body)
  if (receipt === null) return text
  const address = `${location.origin}${PAGE.recovery}#${RECEIPT_PARAMETER}=${receipt}`
  return `${text.trimEnd()}\n\nYour receipt. Keep it: should your application ever be lost, this link brings it back:\n${address}\n`
}

/** An address that opens the message in the mail program. */
export function mailAddressOf(message: Message): string {
  const query = new URLSearchParams({ subject: message.subject, body: textByHand(message) })
  return `mailto:${encodeURIComponent(message.toAddress)}?${query.toString().replaceAll('+', '%20')}`
}
