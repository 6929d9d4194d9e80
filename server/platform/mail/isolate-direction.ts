/** Letters of scripts that are written from right to left: the blocks of Hebrew to Arabic, their forms, and those beyond 16 bits. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** First strong isolate and its end (Unicode Standard Annex 9). */
const [START, END] = ['\u2068', '\u2069']

/**
 * A text for a line of plain text that goes on after it. One with letters from right to left is isolated: otherwise it would
 * reorder what stands beside it. Any other text stays unchanged.
 */
export function isolateDirection(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `${START}${text}${END}` : text
}
