import type { MessageState } from '../../../contract/messages/message-states.ts'
import type { Message } from '../../../contract/messages/messages.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

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
