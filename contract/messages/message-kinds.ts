/** Kinds and rules of messages. No library is imported, so every page can load them. */

/** Whether a move to a status sends its message: never, once an admin says so, or by itself when the undo time is over. */
export const MESSAGE_RULES = ['never', 'ask', 'always'] as const

/** Messages that have a template: the receipt, and those about a move to the status of the same name. */
export const TEMPLATE_KINDS = ['receipt', 'reviewing', 'interview', 'rejected', 'hired'] as const

/** One of the messages that have a template. */
export type TemplateKind = (typeof TEMPLATE_KINDS)[number]

/** What a message about an interview says. */
export const INTERVIEW_MESSAGE_KINDS = ['interview_invitation', 'interview_cancellation'] as const

/**
 * What a message is: from a template, a new private link that the applicant asked for, written by a person, or about an
 * interview.
 */
export const MESSAGE_KINDS = [...TEMPLATE_KINDS, 'link', 'personal', ...INTERVIEW_MESSAGE_KINDS] as const
