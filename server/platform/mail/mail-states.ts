/** States of mail that has not ended: it waits for its time, or is under way. */
export const OPEN_MAIL = ['waiting', 'sending'] as const

/** States of mail that has left, or perhaps has. */
export const SENT_MAIL = ['sent', 'perhaps_sent'] as const

/** States of mail that its recipient may have read: it has left, or an admin sent it by hand. */
export const DELIVERED_MAIL = [...SENT_MAIL, 'answered'] as const
