import type { MessageRule } from '../messages/message-kinds.ts'
import { keysOf } from '../wire/records.ts'
import { APPLICATION_STATUS, type ApplicationStatus, type StatusEntry } from './application-statuses.ts'

/** The statuses whose entries have these values. */
type StatusWith<Values> = {
  [Status in ApplicationStatus]: (typeof APPLICATION_STATUS)[Status] extends Values ? Status : never
}[ApplicationStatus]

/** The status of an application that waits for a decision. */
export type OpenStatus = StatusWith<{ isOpen: true }>
/** A status that an applicant is to know of. */
export type DecisionStatus = StatusWith<{ isDecision: true }>
type RefusalStatus = StatusWith<{ isRefusal: true }>
/** A status that can send a message. */
export type StatusWithMessage = StatusWith<{ message: MessageRule }>

/** All statuses, in the order of their entries. */
export const APPLICATION_STATUSES = keysOf(APPLICATION_STATUS)

/** All statuses in the order of their keys, which tabs, menus, the board and charts have. */
export const STATUSES_BY_KEY = APPLICATION_STATUSES.toSorted((one, other) => entryOf(one).key - entryOf(other).key)

/** The status of a new application. */
export const [FIRST_STATUS] = APPLICATION_STATUSES

/** Statuses of an application that still waits for a decision. */
export const OPEN_STATUSES = APPLICATION_STATUSES.filter(isOpen)

/** Statuses in which an applicant waits for an answer. */
export const WAITING_STATUSES = APPLICATION_STATUSES.filter(isWaiting)

/** Statuses after which no decision follows. */
export const FINAL_STATUSES = APPLICATION_STATUSES.filter((status) => !isOpen(status))

/** Statuses that an applicant is to know of. */
export const DECISION_STATUSES = APPLICATION_STATUSES.filter(isDecision)

/** Statuses that end the interviews of their applicants. */
export const REFUSAL_STATUSES = APPLICATION_STATUSES.filter(isRefusal)

/** Statuses to which a move can send a message. */
export const STATUSES_WITH_MESSAGE = APPLICATION_STATUSES.filter(hasMessage)

/** A status as a word within a sentence, or of a badge. */
export function wordOf(status: ApplicationStatus): string {
  return entryOf(status).name.toLowerCase()
}

/** The words of a move to a status: of its start, such as `Mark as`, and of the status itself. */
export function wordsOfMove(status: ApplicationStatus): { start: string; name: string } {
  const { move, name } = entryOf(status)
  return { start: move.slice(0, -name.length), name }
}

/** What a short button says that moves an application to a status: its verb, and without one its name. */
export function shortMoveOf(status: ApplicationStatus): string {
  return entryOf(status).verb ?? entryOf(status).name
}

/** Whether an application in a status still waits for a decision. */
export function isOpen(status: ApplicationStatus): status is OpenStatus {
  return entryOf(status).isOpen
}

/** Whether the applicant is to know of a status. */
export function isDecision(status: ApplicationStatus): status is DecisionStatus {
  return entryOf(status).isDecision
}

/** Whether an applicant waits for an answer in a status: it is open, and no decision. */
export function isWaiting(status: ApplicationStatus): boolean {
  return isOpen(status) && !isDecision(status)
}

/** Whether a status ends the interviews of the applicant. */
export function isRefusal(status: ApplicationStatus): status is RefusalStatus {
  return entryOf(status).isRefusal
}

/** Whether planning an interview moves an application on from a status. */
export function isBeforeInterview(status: ApplicationStatus): boolean {
  return entryOf(status).isBeforeInterview
}

/** Whether a move to a status can send a message. */
export function hasMessage(status: ApplicationStatus): status is StatusWithMessage {
  return entryOf(status).message !== null
}

/** What an applicant can be told (`docs/decisions/0070`): a status, or that the application is archived. */
export type Decision = DecisionStatus | 'archived'

/** The decision about an application that its applicant is to know; null while there is none. */
export function decisionOf({
  status,
  archived,
}: {
  status: ApplicationStatus
  archived: boolean | 0 | 1
}): Decision | null {
  if (archived && isOpen(status)) return 'archived'
  return isDecision(status) ? status : null
}

/** Whether an application waits for no decision any more. */
export function isDecided({ status, archived }: { status: ApplicationStatus; archived: boolean }): boolean {
  return archived || !isOpen(status)
}

function entryOf(status: ApplicationStatus): StatusEntry {
  return APPLICATION_STATUS[status]
}
