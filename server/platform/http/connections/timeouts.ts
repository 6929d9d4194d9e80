/** How long the server waits for a sender, in milliseconds unless said otherwise. */
export type Timeouts = {
  /** For a whole request. */
  requestMs: number
  /** For its headers. */
  headersMs: number
  /** For the next byte, unless the sender can only wait for us. */
  idleMs: number
  /** For the next {@link Timeouts.minBodyBytes} of a body. */
  bodyWindowMs: number
  /** Least bytes of a body in each window. */
  minBodyBytes: number
  /** For the parser of a form to make progress once the body is complete. */
  parsingMs: number
  /**
   * For the rest of a body of unknown or too great length, after the response. Closing at once resets the connection, and
   * the sender never reads the response.
   */
  lingerMs: number
  /** Interval between checks for requests that take too long. */
  checkingMs: number
}

/**
 * The browser gives an upload 120 s. An honest phone sends something at least every 30 s, and over the slowest network (GPRS)
 * more than ten times the least bytes.
 */
export const TIMEOUTS: Timeouts = {
  requestMs: 150_000,
  headersMs: 20_000,
  idleMs: 30_000,
  bodyWindowMs: 30_000,
  minBodyBytes: 8_192,
  parsingMs: 10_000,
  lingerMs: 5_000,
  checkingMs: 5_000,
}
