/** Kinds of questions that a posting asks its applicants. */
export const QUESTION_KINDS = [
  'short_text',
  'long_text',
  'yes_no',
  'one_of',
  'several_of',
  'number',
  'date',
  'link',
] as const

/** One of the kinds of questions. */
export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** What a question can say about an answer. */
export const ANSWER_MARKS = ['look_at_first', 'probably_not'] as const

/** What a question can say about an answer. */
export type AnswerMark = (typeof ANSWER_MARKS)[number]
