import { firstCharacters } from '../wire/text-rules.ts'
import type { AskedQuestion } from './question.ts'
import { kindOf } from './question-kinds.ts'

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
export function answerFieldsOf(question: AskedQuestion): AnswerField[] {
  const { id, choices } = question
  return kindOf(question).isSeveral ? choices.map((_, index) => `answer-${id}-${index + 1}` as const) : [`answer-${id}`]
}

/** The first form field of a question, at which its fault is shown. */
export function firstAnswerField(question: AskedQuestion): AnswerField {
  return answerFieldsOf(question)[0] ?? `answer-${question.id}`
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
  const fieldNames = new Set<string>(questions.flatMap(answerFieldsOf))
  const others = Object.entries(fields).filter(([name]) => isAnswerField(name) && !fieldNames.has(name))
  const texts = others.flatMap(([, value]) => (typeof value === 'string' && value.trim() !== '' ? [value] : []))
  return [...new Set(texts)]
}

/** Reads and checks the answers of a form, on the server and in the browser alike. */
export function readAnswers(questions: readonly AskedQuestion[], fields: AnswerFields): ReadAnswers {
  const fieldNames = new Set<string>(questions.flatMap(answerFieldsOf))
  const read = questions.map((question) => ({ question, answer: valuesOf(question, fields) }))
  return {
    answers: read.map(({ answer }) => answer),
    faults: read.flatMap(({ question, answer }) => {
      const message = faultOf(question, answer)
      return message === undefined ? [] : [{ field: firstAnswerField(question), message }]
    }),
    hasUnknown: Object.entries(fields).some(([name, value]) => value !== '' && !fieldNames.has(name)),
  }
}

/** What a form says to a question, cleaned; empty when it says nothing. */
function valuesOf(question: AskedQuestion, fields: AnswerFields): string[] {
  const { clean } = kindOf(question)
  const values = answerFieldsOf(question).map((name) => clean((Object.hasOwn(fields, name) && fields[name]) || ''))
  return [...new Set(values)].filter((value) => value !== '')
}

function faultOf(question: AskedQuestion, answer: readonly string[]): string | undefined {
  const { missing, maximum, faultOf: faultOfWritten } = kindOf(question)
  const [first] = answer
  if (first === undefined) return question.isRequired ? missing : undefined
  const { choices } = question
  if (choices.length > 0) return answer.every((each) => choices.includes(each)) ? undefined : missing
  if (firstCharacters(first, maximum) !== first)
    return `Your answer must be at most ${maximum.toLocaleString('en-US')} characters`
  return faultOfWritten(first)
}
