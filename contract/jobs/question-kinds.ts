import { MAXIMUM } from '../wire/limits.ts'
import { keysOf } from '../wire/records.ts'
import { cleanLine, cleanText, unixLines } from '../wire/text-rules.ts'
import { hidesHost, parseWebAddress, withScheme } from '../wire/web-address.ts'

/** What is written once of a kind of question. */
type KindEntry = {
  /** What admins choose it by. */
  label: string
  /** Message for a required answer that is missing. */
  missing: string
  /** Answers to choose from, which an admin can mark: these, or those of each question; null where applicants write. */
  choices: readonly string[] | 'own' | null
  /** Whether several choices can be made; each has a form field. */
  isSeveral: boolean
  /** Longest written answer, in characters. */
  maximum: number
  /** Cleans what was sent. */
  clean: (text: string) => string
  /** What is wrong with a written answer; undefined when nothing is. */
  faultOf: (text: string) => string | undefined
  /** How the form shows it. */
  control: {
    layout: 'line' | 'shortLine' | 'paragraphs' | 'row' | 'columns'
    type?: 'date'
    inputMode?: 'decimal' | 'url'
    autoCapitalize?: 'none'
    hint?: string
  }
  /** Whether admins can follow the answer. */
  isLink: boolean
}

const LINE = {
  missing: 'Please answer this question',
  choices: null,
  isSeveral: false,
  maximum: MAXIMUM.shortAnswer,
  clean: cleanLine,
  faultOf: () => undefined,
  control: { layout: 'line' },
  isLink: false,
} as const satisfies Omit<KindEntry, 'label'>

const CHOICE = { ...LINE, missing: 'Please choose an answer', choices: 'own', control: { layout: 'columns' } } as const

/** Kinds of questions that a posting asks its applicants, in the order in which admins choose one. */
export const QUESTION_KINDS = {
  short_text: { ...LINE, label: 'Short text' },
  long_text: {
    ...LINE,
    label: 'Long text',
    maximum: MAXIMUM.longAnswer,
    // Every form sends line ends as CR LF.
    clean: (text) => cleanText(unixLines(text)).trim(),
    control: { layout: 'paragraphs' },
  },
  yes_no: { ...CHOICE, label: 'Yes or no', choices: ['Yes', 'No'], control: { layout: 'row' } },
  one_of: { ...CHOICE, label: 'One of a list' },
  several_of: { ...CHOICE, label: 'Several of a list', missing: 'Please choose at least one answer', isSeveral: true },
  number: {
    ...LINE,
    label: 'Number',
    missing: 'Please enter a number',
    faultOf: (text) => (/^-?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? undefined : 'Enter a number, such as 4 or 2.5'),
    control: { layout: 'shortLine', inputMode: 'decimal' },
  },
  date: {
    ...LINE,
    label: 'Date',
    missing: 'Please enter a date',
    faultOf: (text) => (isDate(text) ? undefined : 'Enter a date, such as 2026-09-30'),
    control: { layout: 'shortLine', type: 'date' },
  },
  link: {
    ...LINE,
    label: 'Link',
    missing: 'Please enter a link',
    clean: (text) => withScheme(cleanLine(text)),
    faultOf: faultOfLink,
    // Not of the type `url`: a browser refuses an address without its scheme, as people write it.
    control: { layout: 'line', inputMode: 'url', autoCapitalize: 'none', hint: 'Such as example.com/your-work' },
    isLink: true,
  },
} as const satisfies Record<string, KindEntry>

/** One of the kinds of questions. */
export type QuestionKind = keyof typeof QUESTION_KINDS

/** The kinds of questions by name. */
export const QUESTION_KIND_NAMES = keysOf(QUESTION_KINDS)

/** What is written of a kind. */
export function kindOf({ kind }: { kind: QuestionKind }): KindEntry {
  return QUESTION_KINDS[kind]
}

/** What a question can say about an answer. */
export const ANSWER_MARKS = ['look_at_first', 'probably_not'] as const

/** What a question can say about an answer. */
export type AnswerMark = (typeof ANSWER_MARKS)[number]

function isDate(text: string): boolean {
  // A day that its month does not have would move to the next one.
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
}

function faultOfLink(text: string): string | undefined {
  const address = parseWebAddress(text)
  if (!address) return 'Enter a link that begins with https:// or http://'
  return hidesHost(address) ? 'Enter the link without a username or password' : undefined
}

/** The marks that some answers have, each once. */
export function marksIn(answers: readonly { mark: AnswerMark | null }[]): AnswerMark[] {
  return ANSWER_MARKS.filter((mark) => answers.some((answer) => answer.mark === mark))
}
