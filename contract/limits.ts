/** Every number that both sides of the wire must agree on. Sources: `spec.md` sections 5 and 9 unless said otherwise. */

const MEBIBYTE = 1024 * 1024

/** Largest resume accepted, in bytes: exactly this many pass, one more is refused. */
export const RESUME_MAX_BYTES = 10 * MEBIBYTE

/** Longest that one upload attempt may take, in milliseconds. */
export const UPLOAD_TIMEOUT_MS = 120_000

/** Smallest accepted lengths, in characters. A password that somebody chooses is to be longer than one that signs in. */
export const MINIMUM = { name: 2, phone: 10, username: 1, password: 6, newPassword: 12 } as const

/** Largest accepted lengths, in characters. The specification leaves them open; docs/decisions/0007 says how they were chosen. */
export const MAXIMUM = {
  name: 200,
  email: 254,
  phone: 50,
  note: 5_000,
  feedback: 5_000,
  username: 100,
  /** Of a username that somebody chooses; the one that is signed in with may be longer. */
  newUsername: 50,
  password: 1_000,
  jobLine: 200,
  jobText: 20_000,
  /** In bytes of UTF-8, which is what file systems count. */
  fileNameBytes: 255,
  idempotencyKey: 100,
} as const

/** Years in which a date may lie that a person chooses: what every calendar, browser and database can show. */
export const CHOSEN_YEARS = { first: 2000, last: 2099 } as const

/** Rows of one page of the applications list: what is given when nothing is asked, and the most that may be asked. */
export const PAGE_SIZE = { usual: 25, most: 200 } as const

/** Entries of one history that are shown: the newest. */
export const HISTORY_LENGTH = 200

/** Characters of a job description shown on a card before it is cut. */
export const CARD_PREVIEW_LENGTH = 150

/** Ids are positive 32-bit integers on both database engines. */
export const MAX_ID = 2_147_483_647
