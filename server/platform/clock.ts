/** A day, in milliseconds. */
export const DAY_MS = 24 * 60 * 60_000

/** Returns the current time; a parameter, so that tests can set it. */
export type Clock = () => Date

/** The machine's clock. */
export const systemClock: Clock = () => new Date()
