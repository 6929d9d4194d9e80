/**
 * What became of a message: it waits for an admin (`draft`) or for its time (`waiting`); it is under way; it has left; the
 * mail server refused it for good; there was no mail server; the connection broke while the server took it; an admin
 * cancelled it, or answered by hand.
 */
export const MESSAGE_STATES = [
  'draft',
  'waiting',
  'sending',
  'sent',
  'failed',
  'not_sent',
  'perhaps_sent',
  'cancelled',
  'answered',
] as const

/** One of the states of a message. */
export type MessageState = (typeof MESSAGE_STATES)[number]
