import { keysOf } from '../wire/records.ts'

/** Everything that depends on the kind of a message. */
type MessageKindEntry = {
  /** Its name in lists and settings. */
  name: string
  /** Its name in a history, before what became of it. */
  history: string
  /**
   * Whether a visitor causes it: it then leaves at once, within the limit of its mailbox. Any other one waits for the end of
   * the undo time.
   */
  isAutomatic: boolean
  /** When it is written, as the editor of its template says; null without a template, whose default is in `default-templates.ts`. */
  cause: string | null
}

/**
 * What a message is: the receipt, about a move to the status of the same name, a new private link that the applicant asked
 * for, written by a person, about an interview, or an apology for an answer that is late.
 */
export const MESSAGE_KIND = {
  receipt: {
    name: 'Receipt',
    history: 'Receipt',
    isAutomatic: true,
    cause: 'Sent at once to everybody who applies.',
  },
  reviewing: {
    name: 'Reviewing',
    history: 'Message about the review',
    isAutomatic: false,
    cause: 'When an application moves to Reviewing.',
  },
  interview: {
    name: 'Interview',
    history: 'Message about the interview',
    isAutomatic: false,
    cause: 'When an application moves to Interview.',
  },
  rejected: {
    name: 'Rejection',
    history: 'Message about the rejection',
    isAutomatic: false,
    cause: 'When an application is rejected.',
  },
  hired: {
    name: 'Hiring',
    history: 'Message about the hiring',
    isAutomatic: false,
    cause: 'When an application moves to Hired.',
  },
  apology: {
    name: 'Apology',
    history: 'Apology with a new date',
    isAutomatic: false,
    cause:
      'Written when the promised day has passed without an answer. It waits until you confirm it; {answer_by} is the new day.',
  },
  erasure_notice: {
    name: 'Before erasure',
    history: 'Notice before the erasure',
    isAutomatic: false,
    cause:
      'Before the period ends for which applications are kept, where Personal data says so. {erase_on} is the day; its private link leads to what the applicant can choose.',
  },
  link: { name: 'New link', history: 'New private link', isAutomatic: true, cause: null },
  personal: { name: 'Personal', history: 'Personal message', isAutomatic: false, cause: null },
  interview_invitation: {
    name: 'Invitation',
    history: 'Invitation to the interview',
    isAutomatic: false,
    cause: null,
  },
  interview_offer: {
    name: 'Offered times',
    history: 'Offer of times for an interview',
    isAutomatic: false,
    cause: 'When you offer times for an interview. Its private link leads to the times.',
  },
  interview_offer_reminder: {
    name: 'Reminder of offered times',
    history: 'Reminder to choose a time',
    isAutomatic: false,
    cause: 'Once, a day before the last day to choose. Its private link leads to the times.',
  },
  interview_cancellation: {
    name: 'Cancellation',
    history: 'Cancellation of the interview',
    isAutomatic: false,
    cause: null,
  },
} as const satisfies Record<string, MessageKindEntry>

/** One of the kinds of messages. */
export type MessageKind = keyof typeof MESSAGE_KIND

/** The kinds of messages whose entries have these values. */
type KindWith<Values> = {
  [Kind in MessageKind]: (typeof MESSAGE_KIND)[Kind] extends Values ? Kind : never
}[MessageKind]

/** One of the messages that have a template. */
export type TemplateKind = KindWith<{ cause: string }>
/** One of the messages that visitors cause. */
export type AutomaticKind = KindWith<{ isAutomatic: true }>
/** One of the messages about an interview. */
export type InterviewMessageKind = Extract<MessageKind, `interview_${string}`>

/** One of the messages about offered times. */
export type OfferMessageKind = Extract<MessageKind, `interview_offer${string}`>

/** All kinds of messages. */
export const MESSAGE_KINDS = keysOf(MESSAGE_KIND)

/** Messages that have a template. */
export const TEMPLATE_KINDS = MESSAGE_KINDS.filter((kind): kind is TemplateKind => MESSAGE_KIND[kind].cause !== null)

/** Whether a move to a status sends its message: never, once an admin says so, or by itself when the undo time is over. */
export const MESSAGE_RULES = ['never', 'ask', 'always'] as const

/** Whether a move to a status sends its message. */
export type MessageRule = (typeof MESSAGE_RULES)[number]
