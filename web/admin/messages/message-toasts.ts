import type { MadeChange } from '../../../contract/applications/application-changes.ts'
import type { Message } from '../../../contract/messages/messages.ts'
import { UNDO_TIME_TEXT } from '../../../contract/wire/undo-time.ts'
import { formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { formatCount } from '../../ui/text/format-count.ts'

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

/** What becomes of messages without a mail server, as sentences. */
export const NOT_MAILED = 'No mail server is configured, so nothing leaves. Copy it under Messages, or send it by hand.'

/** That a decision has written messages, as a sentence; undefined when it has not. */
export function describeWritten({ drafts, waiting, byHand, sendsMail }: MadeChange['messages']): string | undefined {
  if (!sendsMail) {
    const count = drafts.length + waiting.length
    if (count === 0) return undefined
    return count === 1 ? 'A message is written, and not sent.' : `${countMessages(count)} are written, and not sent.`
  }
  const told = describeByHand(byHand.length, drafts.length + waiting.length)
  return [describeOpen(drafts, waiting), told].filter(Boolean).join(' ') || undefined
}

/** That what a person wrote is the mail about the decision, so that one leaves, as a sentence. */
function describeByHand(count: number, all: number): string | undefined {
  if (count === 0) return undefined
  return all === 1
    ? 'What was written by hand is the mail.'
    : `In ${formatCount(count)}, what was written by hand is the mail.`
}

function describeOpen(drafts: readonly number[], waiting: readonly number[]): string | undefined {
  const minutes = `in ${UNDO_TIME_TEXT}.`
  if (drafts.length > 0) {
    const ready = drafts.length === 1 ? 'A message is ready.' : `${countMessages(drafts.length)} are ready.`
    if (waiting.length === 0) return ready
    return `${ready} ${waiting.length === 1 ? '1 leaves' : `${formatCount(waiting.length)} leave`} ${minutes}`
  }
  if (waiting.length === 0) return undefined
  return waiting.length === 1 ? `A message leaves ${minutes}` : `${countMessages(waiting.length)} leave ${minutes}`
}
