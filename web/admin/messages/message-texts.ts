import type { MadeChange } from '../../../contract/application-changes.ts'
import { UNDO_TIME_MS } from '../../../contract/limits.ts'
import { withoutPrivateLink } from '../../../contract/message-template.ts'
import type { Message, MessageAction, MessageTab } from '../../../contract/messages.ts'
import type { MessageState, TemplateKind } from '../../../contract/vocabulary.ts'
import type { BadgeTone } from '../../ui/badge.tsx'
import { formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import type { ToastMessage } from '../../ui/toast-store.ts'

/** Names of the tabs, and what an empty one says. */
export const TABS: Record<MessageTab, { label: string; empty: string }> = {
  draft: { label: 'To confirm', empty: 'No message waits for your confirmation.' },
  waiting: { label: 'Waiting', empty: 'No message waits to be sent.' },
  sent: { label: 'Sent', empty: 'No message has been sent yet.' },
  problems: { label: 'Problems', empty: 'No message has failed.' },
  cancelled: { label: 'Cancelled', empty: 'No message was cancelled.' },
}

/** Names of messages. */
export const KIND_NAMES: Record<Message['kind'], string> = {
  receipt: 'Receipt',
  reviewing: 'Reviewing',
  interview: 'Interview',
  rejected: 'Rejection',
  hired: 'Hiring',
  link: 'New link',
  personal: 'Personal',
  interview_invitation: 'Invitation',
  interview_cancellation: 'Cancellation',
}

/** When a message with a template is written. */
export const TEMPLATE_NOTES: Record<TemplateKind, string> = {
  receipt: 'Sent at once to everybody who applies.',
  reviewing: 'When an application moves to Reviewing.',
  interview: 'When an application moves to Interview.',
  rejected: 'When an application is rejected.',
  hired: 'When an application moves to Hired.',
}

const STATES: Record<MessageState, { word: string; tone: BadgeTone }> = {
  draft: { word: 'to confirm', tone: 'amber' },
  waiting: { word: 'waiting', tone: 'blue' },
  sending: { word: 'sending', tone: 'blue' },
  sent: { word: 'sent', tone: 'green' },
  failed: { word: 'failed', tone: 'red' },
  not_sent: { word: 'not sent', tone: 'amber' },
  perhaps_sent: { word: 'perhaps sent', tone: 'amber' },
  cancelled: { word: 'cancelled', tone: 'grey' },
  answered: { word: 'sent by hand', tone: 'green' },
}

/** The state of a message in a word, with its colour. */
export function stateOf({ state }: Pick<Message, 'state'>): { word: string; tone: BadgeTone } {
  return STATES[state]
}

/** When a message was written, and when it leaves or has left. */
export function describeTimes({ state, createdAt, notBefore, settledAt, attempts }: Message): string {
  const written = `Written ${formatShortDayAndTime(createdAt)}`
  if (state === 'waiting' && attempts > 0) return `${written}, next attempt ${formatShortDayAndTime(notBefore)}`
  if (state === 'waiting') return `${written}, leaves ${formatShortDayAndTime(notBefore)}`
  const settled = settledAt && formatShortDayAndTime(settledAt)
  return settled && settled !== formatShortDayAndTime(createdAt) ? `${written}, settled ${settled}` : written
}

/** What is to be known about a message that has not arrived for certain; null for any other. */
export function describeProblem({ state, response, attempts }: Message): string | null {
  if (state === 'perhaps_sent')
    return `The connection ended while the mail server took this message, so it may have arrived. Send it again only if the applicant did not get it. ${response ?? ''}`
  if (state === 'failed') return `The mail server refused this message: ${response ?? 'no reason given'}`
  if (state === 'not_sent') return response
  return state === 'waiting' && attempts > 0 ? `The mail server did not take it yet: ${response ?? ''}` : null
}

/** What can be done with a message. */
export function actionsOf({ state }: Pick<Message, 'state'>): MessageAction[] {
  if (state === 'draft' || state === 'waiting') return ['send', 'cancel']
  if (state === 'failed' || state === 'not_sent' || state === 'perhaps_sent') return ['send', 'answered']
  return state === 'cancelled' ? ['send'] : []
}

/** The words of a button. */
export function actionName(action: MessageAction, { state }: Pick<Message, 'state'>): string {
  if (action === 'answered') return 'Answered by hand'
  if (action === 'cancel') return state === 'draft' ? 'Do not send' : 'Cancel'
  if (state === 'draft') return 'Send'
  return state === 'waiting' ? 'Send now' : 'Send again'
}

/** A number of messages in words. */
export function countMessages(count: number): string {
  return count === 1 ? '1 message' : `${formatCount(count)} messages`
}

/** Whether a message waits for a later time, so that it can still be taken back or sent now. */
export function isLater({ state, notBefore }: Pick<Message, 'state' | 'notBefore'>, now = Date.now()): boolean {
  return state === 'waiting' && Date.parse(notBefore) > now
}

/** When a message leaves, as a sentence. */
export function describeLeaving({ notBefore }: Pick<Message, 'notBefore'>, now = Date.now()): string {
  return Date.parse(notBefore) > now ? `Leaves ${formatShortDayAndTime(notBefore)}.` : 'Leaves now.'
}

/** That a decision has written messages, as a sentence; undefined when it has not. */
export function describeWritten({ drafts, waiting }: MadeChange['messages']): string | undefined {
  if (drafts.length > 0)
    return drafts.length === 1 ? 'A message is ready.' : `${countMessages(drafts.length)} are ready.`
  if (waiting.length === 0) return undefined
  const minutes = `in ${UNDO_TIME_MS / 60_000} minutes.`
  return waiting.length === 1 ? `A message leaves ${minutes}` : `${countMessages(waiting.length)} leave ${minutes}`
}

/** The toast after an action. @param changed at least one */
export function describeDone(action: MessageAction, changed: readonly Message[], now = Date.now()): ToastMessage {
  const [first] = changed
  const messages = changed.length === 1 ? 'Message' : countMessages(changed.length)
  const about = changed.length === 1 ? first?.toName : undefined
  if (action === 'send') {
    const later = changed.filter((message) => isLater(message, now)).length
    return {
      title: later > 0 ? `${messages} confirmed` : `${messages} on the way`,
      about,
      description: first && describeLeaving(first, now),
      ...(later > 0 && { note: `Until then ${later === 1 ? 'it' : 'they'} can be taken back.` }),
    }
  }
  return { title: action === 'cancel' ? `${messages} cancelled` : `${messages} marked as sent by hand`, about }
}

/** The toast about messages whose state did not allow an action. */
export function describeLeft(action: MessageAction, count: number): ToastMessage {
  const title = count === 1 ? 'One message was left as it is' : `${formatCount(count)} messages were left as they are`
  const [left, changed] =
    count === 1
      ? ['It has left, or was cancelled before.', 'Its state has changed meanwhile.']
      : ['They have left, or were cancelled before.', 'Their state has changed meanwhile.']
  const description = action === 'cancel' ? left : changed
  return { title, description, tone: 'error' }
}

/** An address that opens the message in the mail program. The private link is only in messages that leave from here. */
export function mailAddressOf({ toAddress, subject, body }: Message): string {
  const query = new URLSearchParams({ subject, body: withoutPrivateLink(body) })
  return `mailto:${encodeURIComponent(toAddress)}?${query.toString().replaceAll('+', '%20')}`
}
