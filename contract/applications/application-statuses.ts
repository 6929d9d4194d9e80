import type { MessageRule } from '../messages/message-kinds.ts'
import { keysOf } from '../wire/records.ts'

/** How far an application is, in order: the names in the applicant's list, and the sentence below it. */
export const APPLICATION_STAGE = {
  received: { name: 'Received', note: 'Your application is stored safely. A person will read it.' },
  in_review: { name: 'In review', note: 'A person reads your application.' },
  interview: { name: 'Interview', note: 'We would like to talk to you, or have already done so.' },
  decided: { name: 'Decided', note: 'We have decided. The message about it is in your mailbox.' },
} as const satisfies Record<string, { name: string; note: string }>

/** How far an application is, as its applicant reads it. */
export type ApplicationStage = keyof typeof APPLICATION_STAGE

/** The stages in their order. */
export const APPLICATION_STAGES = keysOf(APPLICATION_STAGE)

/** Everything that depends on the status of an application. */
export type StatusEntry = {
  /** Its name: of its tab, its column of the board, its bars in the insights. */
  name: string
  /** Menu item and button that move an application to it; it ends with the name. */
  move: string
  /** What a short button says in place of the name: a refusal is something that one does. */
  verb?: string
  /** The key that moves an application to it; tabs, menus and columns are in this order too. */
  key: number
  /** Colour of its badge and its lamp. */
  tone: 'amber' | 'blue' | 'violet' | 'green' | 'red' | 'grey'
  /** Whether an application in it still waits for a decision. */
  isOpen: boolean
  /** Whether planning an interview moves an application from it to Interview. */
  isBeforeInterview: boolean
  /** Whether a move to it is a decision that the applicant is to know; the first one ends the promised time. */
  isDecision: boolean
  /** Whether it cancels the interviews of the applicant, unless the admin keeps them, and the applicant learns of it by its message alone. */
  isRefusal: boolean
  /** How far an application in it is, as its applicant reads it. */
  stage: ApplicationStage
  /**
   * Whether a move to it sends its message until an owner says otherwise; null where there is none. The message is the kind
   * of the same name in `message-kinds.ts`.
   */
  message: MessageRule | null
}

/** The statuses of an application; any may follow any other. A new application has the first one. */
export const APPLICATION_STATUS = {
  pending: {
    name: 'Pending',
    move: 'Mark as Pending',
    key: 1,
    tone: 'amber',
    isOpen: true,
    isBeforeInterview: true,
    isDecision: false,
    isRefusal: false,
    stage: 'received',
    message: null,
  },
  reviewing: {
    name: 'Reviewing',
    move: 'Mark as Reviewing',
    key: 2,
    tone: 'blue',
    isOpen: true,
    isBeforeInterview: true,
    isDecision: false,
    isRefusal: false,
    stage: 'in_review',
    message: 'never',
  },
  interview: {
    name: 'Interview',
    move: 'Move to Interview',
    key: 3,
    tone: 'violet',
    isOpen: true,
    isBeforeInterview: false,
    isDecision: true,
    isRefusal: false,
    stage: 'interview',
    message: 'ask',
  },
  rejected: {
    name: 'Rejected',
    move: 'Mark as Rejected',
    verb: 'Reject',
    key: 5,
    tone: 'red',
    isOpen: false,
    isBeforeInterview: false,
    isDecision: true,
    isRefusal: true,
    stage: 'decided',
    message: 'ask',
  },
  hired: {
    name: 'Hired',
    move: 'Mark as Hired',
    key: 4,
    tone: 'green',
    isOpen: false,
    isBeforeInterview: false,
    isDecision: true,
    isRefusal: false,
    stage: 'decided',
    message: 'never',
  },
} as const satisfies Record<string, StatusEntry>

/** One of the statuses of an application. */
export type ApplicationStatus = keyof typeof APPLICATION_STATUS

/** The status to which planning an interview moves an application. */
export const INTERVIEW_STATUS = 'interview' satisfies ApplicationStatus
