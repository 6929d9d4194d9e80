import type { Generated } from 'kysely'
import type {
  APPLICANT_FIELDS,
  ApplicantField,
  NullableField,
} from '../../../../contract/applications/applicant-fields.ts'
import type { ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'
import type { Decision } from '../../../../contract/applications/status-lists.ts'
import type {
  InterviewKind,
  InterviewResponse,
  InterviewState,
  OfferState,
} from '../../../../contract/interviews/interview-terms.ts'
import type { TagColor } from '../../../../contract/team/tag-colors.ts'
import type { Verdict } from '../../../../contract/team/verdicts.ts'
import type { Flag, Instant, Version } from './column-types.ts'

/** What an applicant fills in, as its entries say. */
type ApplicantColumns = {
  [Field in ApplicantField as (typeof APPLICANT_FIELDS)[Field]['column']]: Field extends NullableField
    ? string | null
    : string
}

/** What colleagues write to each other about an application. */
type CommentsTable = {
  id: Generated<number>
  application_id: number
  /** No foreign key: a comment outlives the account of its author. Null for a colleague without one. */
  account_id: number | null
  /** The question that a colleague without an account answers; null for any other comment. */
  colleague_question_id: Generated<number | null>
  /** What such a colleague says of the applicant. */
  verdict: Generated<Verdict | null>
  /** As it was then. */
  author_name: string
  /** Null once it is deleted; its earlier texts are gone too then. */
  text: string | null
  /** Ids of the accounts that the text mentions, as JSON. */
  mentions: string
  version: Version
  created_at: Instant
  edited_at: Instant | null
  deleted_at: Instant | null
  /** Of the request that wrote it, beside the id of its author. */
  idempotency_key: string | null
}

/** Words with a color that colleagues put on applications. */
type TagsTable = {
  id: Generated<number>
  name: string
  /** Derived from the name: without case and Unicode form, unique. */
  name_key: string
  color: TagColor
  created_at: Instant
}

/** Which application has which tag. */
type ApplicationTagsTable = { application_id: number; tag_id: number }

/** Questions about an application to colleagues without an account, each by a private link. */
type ColleagueQuestionsTable = {
  id: Generated<number>
  application_id: number
  /** The interview that it came with, by the invitation or by the reminder of the scorecard; null for any other question. */
  interview_id: number | null
  email: string
  question: string
  /** As it was then. */
  asked_by: string
  /** The link works while this person may ask. */
  asked_by_id: number
  /** SHA-256 of the token, which only the latest link has. */
  token_hash: string
  created_at: Instant
  expires_at: Instant
  ended_at: Instant | null
  /** When the link was last shown, to be passed on by hand. */
  link_shown_at: Instant | null
  /** Of the present link. */
  last_opened_at: Instant | null
  /** Of the code in the latest mail that lets another device in, until when it works, and how often a wrong one was tried. */
  code_hash: string | null
  code_expires_at: Instant | null
  code_tries: Generated<number>
}

/** Devices that have opened the link of a question, by SHA-256 of their secret. */
type ColleagueDevicesTable = {
  device_hash: string
  question_id: number
  created_at: Instant
  /** When the history last noted that this device opened the link. */
  last_opened_at: Generated<Instant | null>
}

/** The texts that a comment had before. */
type CommentVersionsTable = { id: Generated<number>; comment_id: number; text: string; until: Instant }

/** What colleagues assess about an application, one row a person: a scorecard, or that there will be none. */
type ScorecardsTable = {
  id: Generated<number>
  application_id: number
  /** No foreign key: a card outlives the account of its author. Null for a colleague without one, who has an address. */
  account_id: number | null
  email: string | null
  /** Of the device that gave or last changed it with a private link; null for a person with an account. */
  device_hash: Generated<string | null>
  /** As it was then. */
  author_name: string
  /** As JSON: `ScorecardAnswers` in `contract/team/scorecards.ts`. Null for one that was skipped. */
  answers: string | null
  /** When the author chose to read those of others without giving one first. */
  skipped_at: Instant | null
  version: Version
  created_at: Instant
  changed_at: Instant | null
}

/** What a scorecard said before. */
type ScorecardVersionsTable = { id: Generated<number>; scorecard_id: number; answers: string; until: Instant }

type ApplicationsTable = ApplicantColumns & {
  id: Generated<number>
  /** With the questions as they were asked then, as JSON: `questionAnswerSchema` in `contract/applications/application.ts`. */
  question_answers: Generated<string>
  status: ApplicationStatus
  archived: Flag
  /** Why it is out of every list and count (`quarantine.ts`); 0 where it is not. */
  quarantined: Generated<Flag | 2>
  /** Of a resubmission with a valid receipt, as JSON: `verifiedReceiptSchema` in `contract/applications/application.ts`. */
  verified_receipt: Generated<string | null>
  /** No foreign key: an application outlives its posting and keeps the number. */
  job_id: number | null
  /** Who takes care of it; null for nobody, and when the account is removed. */
  assignee_id: Generated<number | null>
  /** Where the applicant found the site: `readSource` in `contract/jobs/link-source.ts`. */
  source: Generated<string | null>
  created_at: Instant
  /** The import that made it: it was promised nothing. No foreign key: it outlives the import. */
  import_id: Generated<number | null>
  feedback: string | null
  /** Derived from the planned interviews: when the next one begins, or the last one where all are over. */
  interview_date: Instant | null
  /** When the applicant withdrew it. */
  withdrawn_at: Generated<Instant | null>
  /** When its status last changed, or it was withdrawn, or archived without a decision; null where that never was. */
  moved_at: Generated<Instant | null>
  /** The day from which its period of retention is counted again: it was brought back, or its applicant wished to be kept. */
  kept_from: Generated<string | null>
  /** The day from which it is erased, in the zone of the company; null for one that is not set aside. */
  erase_on: Generated<string | null>
  /** The decision that the applicant was last told, when, and who marked it: null where a message was sent. */
  answered_status: Generated<Decision | null>
  answered_at: Generated<Instant | null>
  answered_by: Generated<string | null>
  /** When the applicant was first answered about any decision. */
  first_answered_at: Generated<Instant | null>
  /** The promised day of an answer in the zone of the company, such as `2026-12-03`, and the one that was promised first. */
  answer_by: string
  first_answer_by: string
  /** Derived from the name: what a list is sorted by. */
  name_key: string
  /** Derived from the email: without case. */
  email_key: string
  /** Derived from the phone number: its digits; null where there are too few to identify a person. */
  phone_digits: string | null
  /** Derived from the note: whether it has the recovery marker. */
  is_recovery: Flag
  version: Version
  idempotency_key: string | null
  /** SHA-256 over the fields and the file, so that a key reused with other content is detected. */
  content_hash: string
}

/** The text index: the words of each application, by its id. Those of its resume are marked on SQLite, and apart on PostgreSQL. */
type ApplicationSearchTable = { rowid: number; words: string; resume_words: string }

/** Changes of status, archive or person that can be undone; deleted a day later. Without foreign keys, like the audit trail. */
type ApplicationChangesTable = {
  id: Generated<number>
  at: Instant
  /** What the applications were given, as JSON: columns and values. */
  change: string
  /** The changed applications with what they had before, as JSON. */
  applications: string
  undone_at: Instant | null
}

/** The texts that the feedback of an application has had; the newest is the stored one. */
type FeedbackVersionsTable = {
  id: Generated<number>
  application_id: number
  /** When its author began this version, and when it was last saved. */
  began_at: Instant
  saved_at: Instant
  account_id: number
  /** The shown name, as it was then. */
  username: string
  text: string | null
}

/** Private links of applicants to their applications. */
type ApplicationLinksTable = {
  /** SHA-256 of the token, which only the message has. */
  token_hash: string
  application_id: number
  created_at: Instant
  /** Null before the decision, and for a link that opens nothing but the choice. */
  expires_at: Instant | null
  revoked_at: Instant | null
  /** The whole private page, or only whether the applicant wants to stay on file. */
  opens: Generated<'application' | 'choice'>
}

/** Interviews with applicants; deleted with their application. */
type InterviewsTable = {
  id: Generated<number>
  application_id: number
  /** Names the interview in calendars for as long as it exists (RFC 5545, UID). */
  uid: string
  starts_at: Instant
  ends_at: Instant
  /** IANA name of the zone in which the time was chosen. */
  time_zone: string
  kind: InterviewKind
  /** Where it takes place: an address, a link or a telephone number. */
  place: string | null
  /** Names and addresses, as JSON: `Interviewer` in `contract/interviews/interview.ts`. */
  interviewers: string
  state: InterviewState
  cancelled_at: Instant | null
  response: InterviewResponse
  response_reason: string | null
  responded_at: Instant | null
  /** Grows with each change that calendars learn of (RFC 5545, SEQUENCE). */
  sequence: number
  /** When what calendars show last changed. */
  changed_at: Instant
  version: Version
  created_at: Instant
  idempotency_key: string | null
  /** SHA-256 over what was sent at creation, so that a key reused with other content is detected. */
  content_hash: string
  /** Since when the applicant and the interviewers are invited; null for a date alone, which tells nobody. */
  invited_at: Instant | null
  /** The end that it had when its missing scorecards were asked for: another one than now where it has been moved since. */
  scorecards_asked_for: Generated<Instant | null>
}

/** Times offered for an interview, of which the applicant chooses one; deleted with their application. */
type InterviewOffersTable = {
  id: Generated<number>
  application_id: number
  /** What was done with it. Whether it can be chosen from also depends on application and posting: `offer-state.ts`. */
  state: OfferState
  /** The instants at which the offered times begin, by time, as JSON. */
  times: string
  minutes: number
  /** IANA name of the zone in which the times were chosen. */
  time_zone: string
  kind: InterviewKind
  place: string | null
  /** Names and addresses, as JSON. */
  interviewers: string
  /** The last day to choose, `YYYY-MM-DD` in the time zone, and when it is over. */
  last_day: string
  ends_at: Instant
  /** When the applicant is reminded; null once that is done, and where the time is too short. */
  remind_at: Instant | null
  /** What the applicant wrote who wants other times. */
  reason: string | null
  /** The interview that the applicant has chosen. */
  interview_id: number | null
  closed_at: Instant | null
  /** The admin who offers them, as named then. */
  username: string
  created_at: Instant
  idempotency_key: string | null
  /** SHA-256 over what was sent at creation, so that a key reused with other content is detected. */
  content_hash: string
}

/** Links to the page on which an applicant chooses a time; each attempt to send a message makes one. */
type InterviewOfferLinksTable = {
  /** SHA-256 of the token, which only the message has. */
  token_hash: string
  offer_id: number
  created_at: Instant
}

/** People whose applications stay until the end of a legal matter, whatever the rules and requests say. */
type LegalHoldsTable = {
  id: Generated<number>
  /** Of all applications of the person; unique. */
  email_key: string
  /** The application on whose page it was set. No foreign key: it may be deleted before the others of its person. */
  application_id: number
  reason: string
  /** The last day on which it holds, in the zone of the company. */
  ends_on: string
  /** Who last set or renewed it, as named then. */
  set_by: string
  set_at: Instant
}

/** What applicants agree to who stay on file, as it was worded from one change to the next; none is ever changed or removed. */
type ConsentTextsTable = {
  /** Counts from 1. */
  version: number
  text: string
  /** Who saved it, as named then; null for the text of the program. */
  saved_by: string | null
  saved_at: Instant
}

/** Consents to stay on file: of each application of the person one row. */
type ConsentsTable = {
  id: Generated<number>
  application_id: number
  /** What the person has read and agreed to. */
  text_version: number
  given_at: Instant
  withdrawn_at: Instant | null
}

type SubmissionCountsTable = { address_hash: string; hour: string; count: number }

/** Applications, what was decided about them, and how they are found. */
export type ApplicationTables = {
  applications: ApplicationsTable
  application_search: ApplicationSearchTable
  application_changes: ApplicationChangesTable
  colleague_questions: ColleagueQuestionsTable
  colleague_devices: ColleagueDevicesTable
  tags: TagsTable
  application_tags: ApplicationTagsTable
  comments: CommentsTable
  comment_versions: CommentVersionsTable
  scorecards: ScorecardsTable
  scorecard_versions: ScorecardVersionsTable
  feedback_versions: FeedbackVersionsTable
  application_links: ApplicationLinksTable
  interviews: InterviewsTable
  interview_offers: InterviewOffersTable
  interview_offer_links: InterviewOfferLinksTable
  legal_holds: LegalHoldsTable
  consent_texts: ConsentTextsTable
  consents: ConsentsTable
  submission_counts: SubmissionCountsTable
}
