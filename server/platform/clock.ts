/** Returns the current time; a parameter, so that tests can set it. */
export type Clock = () => Date

/** The machine's clock. */
export const systemClock: Clock = () => new Date()
