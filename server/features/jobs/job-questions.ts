import { createHash } from 'node:crypto'
import { type AskedQuestion, choicesOf, type Question } from '../../../contract/jobs/question.ts'
import type { JobRow } from '../../platform/database/tables.ts'

/** Hexadecimal digits of the id of a question. */
const ID_LENGTH = 12

/** The questions of a posting as its admins wrote them. */
export function questionsOf({ questions }: Pick<JobRow, 'questions'>): Question[] {
  return JSON.parse(questions)
}

/** The questions of a posting as applicants read them. */
export function askedQuestionsOf(job: Pick<JobRow, 'questions'>): AskedQuestion[] {
  return questionsOf(job).map((question) => ({
    id: idOf(question),
    text: question.text,
    kind: question.kind,
    isRequired: question.isRequired,
    choices: [...choicesOf(question)],
  }))
}

/** Made from what is asked, so that an answer never counts for a question that was edited meanwhile. */
function idOf({ text, kind, choices }: Question): string {
  const content = JSON.stringify([text, kind, choices])
  // The letter keeps form libraries from reading an id as a number.
  return `q${createHash('sha256').update(content).digest('hex').slice(0, ID_LENGTH)}`
}
