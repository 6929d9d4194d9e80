import { keysOf } from '../wire/records.ts'

/** What an admin does with messages. */
export const MESSAGE_ACTIONS = ['send', 'take_back', 'cancel', 'restore', 'answered'] as const

/** What an admin does with a message. */
export type MessageAction = (typeof MESSAGE_ACTIONS)[number]
/** What is done with a message for its own sake; the others undo that. */
type SettlingAction = Exclude<MessageAction, 'take_back' | 'restore'>

/** Everything that depends on a tab of the messages page. */
type MessageTabEntry = {
  label: string
  /** What it says without a message. */
  empty: string
  /** The state that its name says already, so that no row repeats it; null for none. */
  usual: string | null
}

/** Tabs of the messages page. */
export const MESSAGE_TAB = {
  draft: { label: 'To confirm', empty: 'No message waits for your confirmation.', usual: 'draft' },
  waiting: { label: 'Waiting', empty: 'No message waits to be sent.', usual: 'waiting' },
  sent: { label: 'Sent', empty: 'No message has been sent yet.', usual: 'sent' },
  problems: { label: 'Problems', empty: 'No message has failed.', usual: null },
  cancelled: { label: 'Cancelled', empty: 'No message was cancelled.', usual: 'cancelled' },
} as const satisfies Record<string, MessageTabEntry>

/** A tab of the messages page. */
export type MessageTab = keyof typeof MESSAGE_TAB

/** Everything that depends on the state of a message. */
type MessageStateEntry = {
  /** The word of its badge, and its colour. */
  name: string
  tone: 'amber' | 'blue' | 'green' | 'red' | 'grey'
  /** What a history says after the name of the message. */
  history: string
  /** The tab of the messages page that lists it. */
  tab: MessageTab
  /**
   * What can be done with it, the next step first. One that waits and is about a decision can be taken back too, and one that
   * an admin has cancelled be restored. Its row offers all of this, except `answered` before it was tried.
   */
  allows: readonly SettlingAction[]
}

/**
 * What became of a message: it waits for an admin (`draft`) or for its time (`waiting`); it is under way; it has left; the
 * mail server refused it for good; it has left and was returned by a later server; there was no mail server; the connection broke while the server took it, and an admin has
 * seen to that (`dismissed`); an admin cancelled it, or sent it by hand (`answered`). One that is under way or has left is left
 * alone. One that was perhaps sent is never `cancelled`, which would say that nobody got it, also where it waited once more.
 */
export const MESSAGE_STATE = {
  draft: {
    name: 'to confirm',
    tone: 'amber',
    history: 'drafted',
    tab: 'draft',
    allows: ['send', 'answered', 'cancel'],
  },
  waiting: {
    name: 'waiting',
    tone: 'blue',
    history: 'queued',
    tab: 'waiting',
    allows: ['send', 'answered', 'cancel'],
  },
  sending: { name: 'sending', tone: 'blue', history: 'under way', tab: 'waiting', allows: [] },
  sent: { name: 'sent', tone: 'green', history: 'sent', tab: 'sent', allows: [] },
  failed: {
    name: 'failed',
    tone: 'red',
    history: 'could not be sent',
    tab: 'problems',
    allows: ['send', 'answered', 'cancel'],
  },
  bounced: {
    name: 'bounced',
    tone: 'red',
    history: 'came back',
    tab: 'problems',
    allows: ['send', 'answered', 'cancel'],
  },
  not_sent: {
    name: 'not sent',
    tone: 'amber',
    history: 'not sent',
    tab: 'problems',
    allows: ['send', 'answered', 'cancel'],
  },
  perhaps_sent: {
    name: 'perhaps sent',
    tone: 'amber',
    history: 'perhaps sent',
    tab: 'problems',
    allows: ['send', 'answered', 'cancel'],
  },
  dismissed: {
    name: 'perhaps sent, discarded',
    tone: 'grey',
    history: 'perhaps sent, discarded',
    tab: 'cancelled',
    allows: ['send'],
  },
  cancelled: {
    name: 'cancelled',
    tone: 'grey',
    history: 'cancelled',
    tab: 'cancelled',
    allows: ['send'],
  },
  answered: { name: 'sent by hand', tone: 'green', history: 'sent by hand', tab: 'sent', allows: [] },
} as const satisfies Record<string, MessageStateEntry>

/** One of the states of a message. */
export type MessageState = keyof typeof MESSAGE_STATE

/** All states of a message. */
export const MESSAGE_STATES = keysOf(MESSAGE_STATE)

/** The tabs of the messages page. */
export const MESSAGE_TABS = keysOf(MESSAGE_TAB)

/** The states that a tab lists. */
export function statesOf(tab: MessageTab): MessageState[] {
  return MESSAGE_STATES.filter((state) => MESSAGE_STATE[state].tab === tab)
}

/** The state that the name of a tab says already; null where each row says its own. */
export function usualStateOf(tab: MessageTab): MessageState | null {
  return MESSAGE_TAB[tab].usual
}

/** The states in which an action is possible. */
export function statesThatAllow(action: SettlingAction): MessageState[] {
  return MESSAGE_STATES.filter((state) => (MESSAGE_STATE[state].allows as readonly string[]).includes(action))
}
