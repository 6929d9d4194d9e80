import type { MadeChange } from '../../../contract/applications/application-changes.ts'
import type { MessageAction } from '../../../contract/messages/message-states.ts'
import type { Message } from '../../../contract/messages/messages.ts'
import { UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import { formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import type { ToastMessage } from '../../ui/toast/toast-store.ts'

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

/**
 * The toast after an action: what became of each message.
 * @param done.isCut whether the connection failed before all were handled
 */
export function describeDone(
  action: MessageAction,
  { changed, refused, isCut = false }: { changed: readonly Message[]; refused: readonly number[]; isCut?: boolean },
  now = Date.now(),
): ToastMessage {
  const left = [
    ...(refused.length > 0 ? [describeLeft(action, refused.length)] : []),
    ...(isCut ? ['Then the connection failed. Look at the others, and try again.'] : []),
  ]
  if (changed.length === 0) return { title: 'Nothing was changed', description: left.join(' '), tone: 'error' }
  const { description, ...done } = describeChanged(action, changed, now)
  return { ...done, description: [description, ...left].filter(Boolean).join(' ') || undefined }
}

function describeChanged(action: MessageAction, changed: readonly Message[], now: number): ToastMessage {
  const messages = changed.length === 1 ? 'Message' : countMessages(changed.length)
  const about = changed.length === 1 ? changed[0]?.toName : undefined
  if (action === 'cancel') return { title: `${messages} cancelled`, about }
  if (action === 'answered') return { title: `${messages} marked as sent by hand`, about }
  if (action === 'take_back') {
    const description = changed.length === 1 ? 'It waits to be confirmed.' : 'They wait to be confirmed.'
    return { title: `${messages} taken back`, about, description }
  }
  const later = changed.filter((message) => isLater(message, now))
  const [first] = later.toSorted((one, other) => one.notBefore.localeCompare(other.notBefore))
  const leave = changed.length === 1 ? 'Leaves' : 'They leave'
  if (!first) return { title: `${messages} on the way`, about, description: `${leave} now.` }
  const time = formatShortDayAndTime(first.notBefore)
  const atOnce = changed.length - later.length
  return {
    title: `${messages} confirmed`,
    about,
    description:
      atOnce > 0
        ? `${formatCount(atOnce)} on the way, ${formatCount(later.length)} to leave ${time}.`
        : `${leave} ${time}.`,
    note: describeTakingBack(later, changed.length),
  }
}

/** How many of the messages that leave later can be taken back until then, as a sentence; undefined where none can. */
function describeTakingBack(later: readonly Message[], all: number): string | undefined {
  const count = later.filter(({ canBeTakenBack }) => canBeTakenBack).length
  if (count === 0) return undefined
  const them = count === 1 ? 'it' : 'they'
  return `Until then ${count < all ? `the ${formatCount(count)}` : them} can be taken back.`
}

/** What is said of messages whose state did not allow an action, as sentences. */
function describeLeft(action: MessageAction, count: number): string {
  const takesBack = action === 'cancel' || action === 'take_back'
  if (count === 1)
    return `One message was left as it is: ${takesBack ? 'it has left, or was cancelled before.' : 'its state or the decision has changed. Look at the newest one.'}`
  const reason = takesBack
    ? 'they have left, or were cancelled before.'
    : 'their state or the decision has changed. Look at the newest one.'
  return `${formatCount(count)} messages were left as they are: ${reason}`
}
