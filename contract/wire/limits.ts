/** Numbers that server and browser share. */

const MEBIBYTE = 1024 * 1024

const RESUME_MAX_MEBIBYTES = 10

/** Largest resume accepted, in bytes: exactly this many pass, one more is refused. */
export const RESUME_MAX_BYTES = RESUME_MAX_MEBIBYTES * MEBIBYTE

/** The same in words. */
export const RESUME_MAX_TEXT = `${RESUME_MAX_MEBIBYTES} MB`

/** Timeout of one upload attempt, in milliseconds. */
export const UPLOAD_TIMEOUT_MS = 120_000

/** Smallest accepted lengths, in characters. A new password must be longer than one that signs in. */
export const MINIMUM = { name: 2, phone: 10, username: 1, password: 6, newPassword: 12 } as const

/** Largest accepted lengths, in characters. `docs/decisions/0007` says how they were chosen. */
export const MAXIMUM = {
  name: 200,
  email: 254,
  domain: 253,
  phone: 50,
  note: 5_000,
  webAddress: 300,
  feedback: 10_000,
  username: 100,
  /** Of a username that a person chooses; signing in accepts longer ones. */
  newUsername: 50,
  displayName: 100,
  password: 1_000,
  jobLine: 200,
  webOrigin: 260,
  embeddingSites: 20,
  jobText: 20_000,
  postalCode: 20,
  hiringStep: 200,
  /** Of the pay of a posting, in major units of its currency. */
  pay: 1_000_000_000,
  /** In bytes of UTF-8: file systems limit bytes. */
  fileNameBytes: 255,
  idempotencyKey: 100,
  messageSubject: 200,
  messageBody: 10_000,
  /** In the body: what is filled in for 500 applicants at once has to fit into memory. */
  messageVariables: 100,
  /** Of the address or link of an interview. */
  interviewPlace: 500,
  timeZone: 64,
  /** Of a note with all that the applicant has added to it. */
  wholeNote: 20_000,
  question: 300,
  choice: 100,
  shortAnswer: 500,
  longAnswer: 5_000,
} as const

/** Steps of hiring that a posting may name. */
export const MOST_HIRING_STEPS = 10

/** Texts of the site that owners edit: characters of each, and how many entries a list may have. */
export const SITE_TEXT = { line: 300, page: 20_000, entry: 200, hiringSteps: 8, benefits: 12 } as const
/** Questions of one posting, and choices of one question. */
export const MOST_QUESTIONS = 10
export const MOST_CHOICES = 20

/** Questions that are kept to be used again in other postings. */
export const MOST_SAVED_QUESTIONS = 100

/** Versions of the resume of one application that are kept: the current one and those that it replaced. */
export const RESUME_VERSIONS = 10

/** Files that come with replies: they have numbers beyond the versions of a resume, and an application keeps so many. */
export const REPLY_FILES = { firstVersion: 101, most: 50 } as const

/** Years of a date that a person chooses: every calendar, browser and database supports them. */
export const CHOSEN_YEARS = { first: 2000, last: 2099 } as const

/** Length of an interview in minutes, at least, at most and usually, and how many people may hold it. */
export const INTERVIEW = { shortest: 5, longest: 600, usual: 45, mostInterviewers: 10 } as const

/** Interviews that one application may have, the cancelled ones included. */
export const MOST_INTERVIEWS = 50

/** Times of one offer, and offers that one application may have, the closed ones included. */
export const OFFER = { fewestTimes: 2, mostTimes: 8, mostOfApplication: 50 } as const

/** Days that one request for interviews may cover. */
export const MOST_AGENDA_DAYS = 42

/** Interviews without feedback that a response has: the oldest. */
export const OVERDUE_LENGTH = 100

/** Rows of one page of the applications list: the default, and the maximum. */
export const PAGE_SIZE = { usual: 25, audit: 50, most: 200 } as const

/** Tags: characters of a name, how many there can be, and how many an application can have. */
export const TAG = { longest: 30, most: 100, mostOfApplication: 10 } as const

/** Applications that one event of changes names; more of them are `many`. */
export const MOST_NAMED_CHANGES = 50

/** Characters of the source of an application. */
export const LONGEST_SOURCE = 40

/** Saved views: characters of a name, how many a person can keep, how many a person can share, and how many can be shared in all. */
export const SAVED_VIEW = { longest: 60, mostOfPerson: 50, mostSharedOfPerson: 20, mostShared: 100 } as const

/** Applications that one request may change, delete or download. */
export const MAX_CHANGED_TOGETHER = 500

/** Applications that one request may reject while it fills their posting. */
export const MOST_FILLED = 2_000

/** How long a change of status or archive can be undone. In milliseconds. */
export const UNDO_TIME_MS = 10 * 60_000

/** Other applications of the same person that a response has: the newest. */
export const RELATED_LENGTH = 20

/** Earlier texts of feedback that a response has: the newest. */
export const FEEDBACK_VERSIONS_LENGTH = 50
/** Cards in one column of a posting's board: the default, and the maximum. */
export const BOARD_COLUMN = { usual: 100, most: 500 } as const

/** Sources that the report of insights names; the rest is added up. */
export const MOST_SOURCES = 20

/** Longest encoded receipt, in characters: one with the longest field values in UTF-8. */
export const LONGEST_ENCODED_RECEIPT = 10_000

/** Longest text that is searched for a receipt, in characters: a whole mail. */
export const LONGEST_RECEIPT_TEXT = 200_000

/** Entries of one history that a response holds: the newest. */
export const HISTORY_LENGTH = 200

/** Characters of a job description shown on a card before it is cut. */
export const CARD_PREVIEW_LENGTH = 150

/** Days within which an applicant is promised a first decision, unless the settings say otherwise. */
export const ANSWER_WITHIN_DAYS = 10

/** A month with fewer answers is not shown to everyone: it would say how single applicants fared. */
export const FEWEST_ANSWERS_SHOWN = 5

/** How many months the public page about the promise shows at most. */
export const PROMISE_MONTHS = 12

/** Longest words of a job alert, in characters. */
export const MAX_ALERT_WORDS = 100

/** Days that an unconfirmed job alert and a refused address are kept, and months that a confirmed job alert lasts. */
export const ALERT_LIFE = { unconfirmedDays: 7, refusedDays: 30, months: 12 } as const

/** Rows of one page of the list of job alerts. */
export const ALERTS_PAGE_SIZE = 200

/** Accounts, invitations that are open at once, and hours that the link of one works. */
export const PEOPLE_LIMITS = { accounts: 200, invitations: 100, linkHours: 72 } as const
/** Minutes that a mailed link for a new password works, and mails with one that an account gets at most. */
export const PASSWORD_RESET = { linkMinutes: 30, mailsPerHour: 3, mailsPerDay: 10, hoursBeyond: 2 } as const
/** Postings that one hiring manager may have. */
export const MOST_ASSIGNMENTS = 200

/** Ids are positive 32-bit integers on both database engines. */
export const MAX_ID = 2_147_483_647

/** Postings on one page of the list of open positions. */
export const JOBS_PER_PAGE = 50

/** Characters of a text search in the list of open positions; longer ones are cut. */
export const MAX_SEARCH_LENGTH = 100

/**
 * Longest comment in characters; comments that one application may have, and characters of them and of their earlier texts together;
 * earlier texts of one comment; people whom one comment may mention, and notices that one person's mentions may make in a day.
 */
export const COMMENT = {
  ...{ longest: 5_000, mostOfApplication: 500, mostCharacters: 300_000, mostVersions: 100 },
  ...{ mostMentions: 20, mostMentionsInADay: 200 },
} as const

/**
 * Scorecards: criteria of a posting and characters of each; criteria that one card answers, also those that are no longer asked;
 * characters of the note on a criterion and of the note on the whole; cards of an application, versions of a card,
 * and characters of all of these as they are stored.
 */
export const SCORECARD = {
  ...{ mostCriteria: 8, criterion: 120, mostRatings: 16, ratingNote: 1_000, note: 5_000 },
  ...{ mostOfApplication: 100, mostCharacters: 300_000, mostVersions: 50 },
} as const

/**
 * Notices that a person keeps of a kind, where each application counts, for how many days, how many one page of the list has, and how
 * many assignments one person tells another in 24 hours.
 */
export const NOTICE = { mostOfKind: 2_000, keptDays: 90, pageSize: 50, mostAssignmentsInADay: 200 } as const

/**
 * Longest texts of a sign-in, in characters: the address to return to, the tickets of a second step and of a company account, and a code
 * as a person types it, spaces and dashes included.
 */
export const SIGN_IN_TEXT = { next: 300, ticket: 2_000, identityTicket: 4_000, code: 100 } as const

/** Signing in with a company account: domains whose people may join, and accounts at the provider that one person links. */
export const SINGLE_SIGN_ON = { domains: 20, identities: 5 } as const

/**
 * Questions to colleagues without an account: days that a link works, characters of a question, how many an application may have and a
 * person may send in a day, links that are made anew in a day by one person and for one application, devices and answers of one link, minutes
 * that a code works, wrong tries of it, codes in an hour and in its life, and those of all links that one mailbox gets in a day.
 */
export const COLLEAGUE_QUESTION = {
  ...{ linkDays: 14, longest: 2_000, mostOfApplication: 50, mostInADay: 50, mostLinksInADay: 50 },
  ...{
    mostDevices: 5,
    mostAnswers: 10,
    codeMinutes: 15,
    mostTries: 5,
    codesAnHour: 3,
    mostCodes: 15,
    codesOfMailbox: 20,
  },
} as const
