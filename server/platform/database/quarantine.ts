/**
 * What the column `quarantined` of applications says beside 0, which is for those in the lists. Every condition that leaves out spam leaves
 * out what is set aside too, by the same indexes.
 */

/** Held as spam, until an admin says that it is none. */
export const HELD_AS_SPAM = 1

/** Set aside, to be erased on `erase_on`; without that day its erasure has begun. Spam that is set aside stays {@link HELD_AS_SPAM}. */
export const SET_ASIDE = 2
