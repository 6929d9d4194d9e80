import { MESSAGE_STATE, type MessageAction } from '../../../contract/messages/message-states.ts'
import type { Message, MessageActionBody, MessageActionResult } from '../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { MAX_CHANGED_TOGETHER } from '../../../contract/wire/limits.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import type { ToastMessage } from '../../ui/toast/toast-store.ts'
import { countMessages, isLater, NOT_MAILED } from './message-toasts.ts'

/** What became of messages. */
type ActedMessages = Pick<MessageActionResult, 'changed' | 'refused' | 'sendsMail'> & {
  /** Whether a later request failed. */
  isCut: boolean
}

/**
 * Sends, takes back, cancels, restores or marks messages: any number of ids, or every draft up to one, in as many requests as it takes.
 * @throws ApiError or TypeError when the first request fails
 */
export async function actOnMessages({ action, ids = [], draftsUpTo }: MessageActionBody): Promise<ActedMessages> {
  const acted: ActedMessages = { changed: [], refused: [], sendsMail: true, isCut: false }
  for (let [start, isMore] = [0, true]; isMore; start += MAX_CHANGED_TOGETHER) {
    const end = start + MAX_CHANGED_TOGETHER
    try {
      const { changed, refused, more, sendsMail } = await jsonRequest<MessageActionResult>(
        'POST',
        ADMIN_API.messageActions,
        {
          token: readToken(),
          body: { action, ...(draftsUpTo === undefined ? { ids: ids.slice(start, end) } : { draftsUpTo }) },
        },
      )
      acted.changed.push(...changed)
      acted.refused.push(...refused)
      acted.sendsMail = sendsMail
      // Should none of the drafts change, the same ones would come again.
      isMore = draftsUpTo === undefined ? end < ids.length : more && changed.length > 0
    } catch (error) {
      if (acted.changed.length + acted.refused.length === 0) throw error
      return { ...acted, isCut: true }
    }
  }
  return acted
}

/** The toast after an action: what became of each message. */
export function describeDone(
  action: MessageAction,
  {
    changed,
    refused,
    isCut = false,
    sendsMail = true,
  }: Pick<ActedMessages, 'changed' | 'refused'> & Partial<ActedMessages>,
  now = Date.now(),
): ToastMessage {
  const left = [
    ...(refused.length > 0 ? [describeLeft(action, refused.length)] : []),
    ...(isCut ? ['Then the connection failed. Look at the others, and try again.'] : []),
  ]
  if (changed.length === 0) return { title: 'Nothing was changed', description: left.join(' '), tone: 'error' }
  const { description, ...done } = describeChanged(action, changed, { sendsMail, now })
  return { ...done, description: [description, ...left].filter(Boolean).join(' ') || undefined }
}

function describeChanged(
  action: MessageAction,
  changed: readonly Message[],
  { sendsMail, now }: { sendsMail: boolean; now: number },
): ToastMessage {
  const messages = changed.length === 1 ? 'Message' : countMessages(changed.length)
  const about = changed.length === 1 ? changed[0]?.toName : undefined
  if (action === 'cancel') return { ...describeCancelled(messages, changed), about }
  if (action === 'answered') return { title: `${messages} marked as sent by hand`, about }
  if (action === 'take_back') {
    const description = changed.length === 1 ? 'It waits to be confirmed.' : 'They wait to be confirmed.'
    return { title: `${messages} taken back`, about, description }
  }
  if (action === 'restore')
    return { title: `${messages} restored`, about, description: describeRestored(changed, sendsMail) }
  if (!sendsMail) return { title: `${messages} not sent`, about, description: NOT_MAILED, tone: 'error' }
  const later = changed.filter((message) => isLater(message, now))
  const leave = changed.length === 1 ? 'Leaves' : 'They leave'
  if (later.length === 0) return { title: `${messages} on the way`, about, description: `${leave} now.` }
  const atOnce = changed.length - later.length
  const times = describeTimesOf(later)
  return {
    title: `${messages} confirmed`,
    about,
    description:
      atOnce > 0
        ? `${formatCount(atOnce)} on the way, ${formatCount(later.length)} to leave ${times}.`
        : `${leave} ${times}.`,
    note: describeTakingBack(later, changed.length),
  }
}

/** What was cancelled; what may have arrived is only discarded. */
function describeCancelled(messages: string, changed: readonly Message[]): Pick<ToastMessage, 'title' | 'description'> {
  const perhaps = changed.filter(({ state }) => state === 'dismissed').length
  if (perhaps === 0) return { title: `${messages} cancelled` }
  const which = perhaps === changed.length ? (perhaps === 1 ? 'It' : 'They') : `${formatCount(perhaps)} of them`
  return { title: `${messages} discarded`, description: `${which} may have arrived all the same.` }
}

/** When messages leave: of several the first, as they leave one after the other. */
function describeTimesOf(later: readonly Message[]): string {
  const [first = ''] = later.map(({ notBefore }) => notBefore).toSorted()
  const time = formatShortDayAndTime(first)
  return later.length === 1 ? time : `from ${time} on`
}

/** What restored messages do now, as a sentence. */
function describeRestored(restored: readonly Message[], sendsMail: boolean): string {
  const waiting = restored.filter(({ state }) => state === 'waiting')
  const drafts = restored.length - waiting.length
  const isOne = restored.length === 1
  if (restored.every(({ state }) => MESSAGE_STATE[state]?.tab === 'problems'))
    return isOne ? 'It is among the problems again.' : 'They are among the problems again.'
  if (waiting.length === 0) return isOne ? 'It waits to be confirmed.' : 'They wait to be confirmed.'
  if (!sendsMail) return NOT_MAILED
  const times = describeTimesOf(waiting)
  if (drafts === 0) return isOne ? `Leaves ${times}.` : `They leave ${times}.`
  return `${formatCount(drafts)} to be confirmed, ${formatCount(waiting.length)} to leave ${times}.`
}

/** How many of the messages that leave later can be taken back until then, as a sentence; undefined where none can. */
function describeTakingBack(later: readonly Message[], all: number): string | undefined {
  const count = later.filter(({ canBeTakenBack }) => canBeTakenBack).length
  if (count === 0) return undefined
  const them = count === 1 ? 'it' : 'they'
  return `Until then ${count < all ? `${formatCount(count)} of them` : them} can be taken back.`
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
