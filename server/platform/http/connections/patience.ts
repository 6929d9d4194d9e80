/** How long a sender is waited for, in milliseconds. */
export type Patience = {
  /** For a whole request. */
  requestMs: number
  /** For its headers alone. */
  headersMs: number
  /** For the next byte. */
  silenceMs: number
  /** For the next {@link Patience.paceBytes} of a body. */
  paceMs: number
  /** The least of a body that must come in each stretch of that length, in bytes. */
  paceBytes: number
  /** From the last byte of a form until all of it is read. */
  parsingMs: number
  /**
   * For a body of no known or of too great a length, after its answer. Closing at once would reset the connection, and
   * the sender would never see the answer.
   */
  lingerMs: number
  /** How often requests that have taken too long are looked for. */
  checkingMs: number
}

/**
 * The browser gives an upload 120 s; an honest phone sends something more often than every 30 s, and over the slowest of
 * networks (GPRS) more than ten times the bytes that are asked for.
 */
export const PATIENCE: Patience = {
  requestMs: 150_000,
  headersMs: 20_000,
  silenceMs: 30_000,
  paceMs: 30_000,
  paceBytes: 8_192,
  parsingMs: 10_000,
  lingerMs: 5_000,
  checkingMs: 5_000,
}
