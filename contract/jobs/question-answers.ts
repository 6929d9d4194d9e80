import { MAXIMUM } from '../wire/limits.ts'
import { cleanLine, cleanText, firstCharacters, unixLines } from '../wire/text-rules.ts'
import { hidesHost, parseWebAddress, withScheme } from '../wire/web-address.ts'
import type { AskedQuestion } from './question.ts'
import type { QuestionKind } from './question-kinds.ts'

/** Name of a form field that has an answer. */
export type AnswerField = `answer-${string}`

const NAME = /^answer-q[0-9a-f]{12}(?:-\d{1,2})?$/

/** Form fields with answers by their names, as they were sent. */
export type AnswerFields = Readonly<Record<string, string>>

/** What is wrong with an answer; `field` is the first form field of its question. */
type AnswerFault = { field: AnswerField; message: string }

/** The answers in the order of the questions, and what is wrong with them. */
export type ReadAnswers = {
  answers: string[][]
  faults: AnswerFault[]
  /** Whether a field answers a question that is not asked. */
  hasUnknown: boolean
}

/** The form fields of a question: one for each choice where several can be chosen, and otherwise one. */
export function answerFieldsOf({ id, kind, choices }: AskedQuestion): AnswerField[] {
  return kind === 'several_of' ? choices.map((_, index) => `answer-${id}-${index + 1}` as const) : [`answer-${id}`]
}

/** The first form field of a question, at which its fault is shown. */
export function firstAnswerField(question: AskedQuestion): AnswerField {
  return answerFieldsOf(question)[0] ?? `answer-${question.id}`
}

/** Characters that a written answer to a question of a kind may have. */
export function longestAnswer(kind: QuestionKind): number {
  return kind === 'long_text' ? MAXIMUM.longAnswer : MAXIMUM.shortAnswer
}

/** Whether a form field has an answer, by its name. */
export function isAnswerField(name: string): name is AnswerField {
  return NAME.test(name)
}

/** What a form says to questions that are not asked, or not any more; each text once. */
export function unaskedAnswers(
  questions: readonly AskedQuestion[],
  fields: Readonly<Record<string, unknown>>,
): string[] {
  const asked = new Set<string>(questions.flatMap(answerFieldsOf))
  const others = Object.entries(fields).filter(([name]) => isAnswerField(name) && !asked.has(name))
  const texts = others.flatMap(([, value]) => (typeof value === 'string' && value.trim() !== '' ? [value] : []))
  return [...new Set(texts)]
}

/** Reads and checks the answers of a form, on the server and in the browser alike. */
export function readAnswers(questions: readonly AskedQuestion[], fields: AnswerFields): ReadAnswers {
  const asked = new Set<string>(questions.flatMap(answerFieldsOf))
  const read = questions.map((question) => ({ question, answer: valuesOf(question, fields) }))
  return {
    answers: read.map(({ answer }) => answer),
    faults: read.flatMap(({ question, answer }) => {
      const message = faultOf(question, answer)
      return message === undefined ? [] : [{ field: firstAnswerField(question), message }]
    }),
    hasUnknown: Object.entries(fields).some(([name, value]) => value !== '' && !asked.has(name)),
  }
}

/** What a form says to a question, cleaned; empty when it says nothing. */
function valuesOf(question: AskedQuestion, fields: AnswerFields): string[] {
  const clean = CLEAN[question.kind] ?? cleanLine
  const values = answerFieldsOf(question).map((name) => clean((Object.hasOwn(fields, name) && fields[name]) || ''))
  return [...new Set(values)].filter((value) => value !== '')
}

/** How answers that are not just one line are cleaned. */
const CLEAN: Partial<Record<QuestionKind, (text: string) => string>> = {
  long_text: cleanParagraphs,
  link: (text) => withScheme(cleanLine(text)),
}

/** Every form sends line ends as CR LF. */
function cleanParagraphs(text: string): string {
  return cleanText(unixLines(text)).trim()
}

function faultOf(question: AskedQuestion, answer: readonly string[]): string | undefined {
  const [first] = answer
  if (first === undefined) return question.isRequired ? MISSING[question.kind] : undefined
  const { choices } = question
  if (choices.length > 0) return answer.every((each) => choices.includes(each)) ? undefined : MISSING[question.kind]
  const maximum = longestAnswer(question.kind)
  if (firstCharacters(first, maximum) !== first)
    return `Your answer must be at most ${maximum.toLocaleString('en-US')} characters`
  return WRITTEN[question.kind]?.(first)
}

const CHOOSE = 'Please choose an answer'

/** Messages for required answers that are missing. */
const MISSING: Record<QuestionKind, string> = {
  short_text: 'Please answer this question',
  long_text: 'Please answer this question',
  yes_no: CHOOSE,
  one_of: CHOOSE,
  several_of: 'Please choose at least one answer',
  number: 'Please enter a number',
  date: 'Please enter a date',
  link: 'Please enter a link',
}

const NO_NUMBER = 'Enter a number, such as 4 or 2.5'
const NO_DATE = 'Enter a date, such as 2026-09-30'
const NO_LINK = 'Enter a link that begins with https:// or http://'
const SECRET_LINK = 'Enter the link without a username or password'

/** What is wrong with an answer that the applicant wrote, by kind; undefined when nothing is. */
const WRITTEN: Partial<Record<QuestionKind, (text: string) => string | undefined>> = {
  number: (text) => (/^-?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? undefined : NO_NUMBER),
  date: (text) => (isDate(text) ? undefined : NO_DATE),
  link: faultOfLink,
}

function isDate(text: string): boolean {
  // A day that its month does not have would move to the next one.
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
}

function faultOfLink(text: string): string | undefined {
  const address = parseWebAddress(text)
  if (!address) return NO_LINK
  return hidesHost(address) ? SECRET_LINK : undefined
}
