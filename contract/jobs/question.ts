import * as z from 'zod'
import { MAXIMUM, MOST_CHOICES, MOST_QUESTIONS } from '../wire/limits.ts'
import { requiredLine } from '../wire/validation.ts'
import { ANSWER_MARKS, kindOf, QUESTION_KIND_NAMES, type QuestionKind } from './question-kinds.ts'

const choice = requiredLine('Enter a choice', MAXIMUM.choice)
const choices = z.array(choice).max(MOST_CHOICES, `Enter at most ${MOST_CHOICES} choices`)

/** A question of a posting as an admin writes it (`docs/decisions/0083-questions.md`). */
export const questionSchema = z
  .strictObject({
    text: requiredLine('Enter a question', MAXIMUM.question),
    kind: z.enum(QUESTION_KIND_NAMES),
    isRequired: z.boolean(),
    choices: choices.describe('What one_of and several_of offer; empty for other kinds'),
    lookAtFirst: choices.describe('Answers that mark an application to be looked at first'),
    probablyNot: choices.describe('Answers that mark an application as probably not suitable'),
  })
  .superRefine((question, context) => {
    for (const { path, message } of faultsOf(question)) context.addIssue({ code: 'custom', path: [path], message })
  })

/** The questions of a posting, in the order in which they are asked. */
export const questionsSchema = z
  .array(questionSchema)
  .max(MOST_QUESTIONS, `Ask at most ${MOST_QUESTIONS} questions`)
  .superRefine(refuseRepeated('This question is asked twice'))

/** Whether two questions are the same by their texts, whatever the case. */
export function isSameQuestion(text: string, other: string): boolean {
  return keyOf(text) === keyOf(other)
}

/** Makes the check of a list that refuses each question that repeats one before it. */
export function refuseRepeated(message: string) {
  return (questions: readonly { text: string }[], context: z.RefinementCtx): void => {
    const keys = new Set<string>()
    for (const [index, { text }] of questions.entries()) {
      const key = keyOf(text)
      if (keys.has(key)) context.addIssue({ code: 'custom', path: [index, 'text'], message })
      keys.add(key)
    }
  }
}

/** A question as applicants read it: without the marks. */
export const askedQuestionSchema = z.strictObject({
  id: z.string().describe('Names the question in the fields of the application form; another wording has another'),
  text: z.string(),
  kind: z.enum(QUESTION_KIND_NAMES),
  isRequired: z.boolean(),
  choices: z.array(z.string()).describe('The answers to choose from; empty where the applicant writes'),
})

/** An answer of an application, with the question as it was asked then. */
export const questionAnswerSchema = z.strictObject({
  question: z.string(),
  kind: z.enum(QUESTION_KIND_NAMES),
  answer: z.array(z.string()).describe('Several only for several_of; empty when the applicant left it out'),
  mark: z.enum(ANSWER_MARKS).nullable().describe('What the question says about this answer; it decides nothing'),
})

/** An answer as its applicant reads it: without the mark. */
export const givenAnswerSchema = questionAnswerSchema.omit({ mark: true })

/** Answers without their marks, which are for admins. */
export function withoutMarks(answers: readonly QuestionAnswer[]): GivenAnswer[] {
  return answers.map(({ mark: _, ...answer }) => answer)
}

/** The answers that a question offers; empty where the applicant writes. */
export function choicesOf(question: { kind: QuestionKind; choices: readonly string[] }): readonly string[] {
  const { choices } = kindOf(question)
  return choices === null || choices === 'own' ? question.choices : choices
}

/** Whether the answers to a question are chosen from a list that an admin writes. */
export function hasChoices(question: { kind: QuestionKind }): boolean {
  return kindOf(question).choices === 'own'
}

function keyOf(text: string): string {
  return text.toLowerCase()
}

function faultsOf(question: Question): { path: string; message: string }[] {
  const { choices, lookAtFirst, probablyNot } = question
  if (!hasChoices(question) && choices.length > 0) return [{ path: 'choices', message: 'This kind has no choices' }]
  if (hasChoices(question) && choices.length < 2) return [{ path: 'choices', message: 'Enter at least two choices' }]
  if (new Set(choices).size < choices.length) return [{ path: 'choices', message: 'Enter each choice once' }]
  const offered = new Set(choicesOf(question))
  const isOffered = (answer: string) => offered.has(answer)
  if (![...lookAtFirst, ...probablyNot].every(isOffered))
    return [{ path: 'lookAtFirst', message: 'Mark only answers that the question offers' }]
  const isMarkedTwice = new Set([...lookAtFirst, ...probablyNot]).size < lookAtFirst.length + probablyNot.length
  return isMarkedTwice ? [{ path: 'probablyNot', message: 'Mark each answer once' }] : []
}

/** A question of a posting. */
export type Question = z.output<typeof questionSchema>
/** A question as applicants read it. */
export type AskedQuestion = z.output<typeof askedQuestionSchema>
/** An answer of an application, with the question as it was asked then. */
export type QuestionAnswer = z.output<typeof questionAnswerSchema>
/** An answer as its applicant reads it. */
export type GivenAnswer = z.output<typeof givenAnswerSchema>
