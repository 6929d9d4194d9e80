import type { Transaction } from 'kysely'
import type { Question, QuestionAnswer } from '../../../../contract/jobs/question.ts'
import { type AnswerFields, readAnswers } from '../../../../contract/jobs/question-answers.ts'
import type { AnswerMark } from '../../../../contract/jobs/question-kinds.ts'
import type { JobRow, Tables } from '../../../platform/database/tables.ts'
import { invalidRequest } from '../../../platform/http/error-handler.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { askedQuestionsOf, questionsOf } from '../../jobs/job-questions.ts'
import type { SearchedApplication } from '../stored/application-fields.ts'
import { reindexApplication } from '../stored/application-search-queries.ts'

/**
 * The answers of a form as they are stored, with the questions as they are asked now.
 * @param job null for a general application, which is asked nothing
 * @throws {RequestError} `invalid_request` naming the fields, or `questions_changed` when a question is not asked any more
 */
export function answersOf(job: Pick<JobRow, 'questions'> | null, fields: AnswerFields): QuestionAnswer[] {
  const publicQuestions = job ? askedQuestionsOf(job) : []
  const { answers, faults, hasUnknown } = readAnswers(publicQuestions, fields)
  if (hasUnknown) throw questionsChanged()
  if (faults.length > 0) throw invalidRequest(faults.map(({ field, message }) => ({ path: field, message })))
  const questions = job ? questionsOf(job) : []
  return questions.map((question, index) => markedAnswer(question, answers[index] ?? []))
}

/** An answer as it is stored: with its question and what that says about it. */
export function markedAnswer(question: Question, answer: readonly string[]): QuestionAnswer {
  const { text, kind } = question
  return { question: text, kind, answer: [...answer], mark: markOf(question, answer) }
}

/** An answer that is to be looked at first stays so, whatever else was chosen. */
function markOf({ lookAtFirst, probablyNot }: Question, answer: readonly string[]): AnswerMark | null {
  if (answer.some((each) => lookAtFirst.includes(each))) return 'look_at_first'
  return answer.some((each) => probablyNot.includes(each)) ? 'probably_not' : null
}

/** Stores the answers of a new application, and puts their words into the text index. */
export async function storeAnswers(
  trx: Transaction<Tables>,
  application: SearchedApplication,
  answers: readonly QuestionAnswer[],
): Promise<void> {
  if (answers.length === 0) return
  const question_answers = JSON.stringify(answers)
  await trx.updateTable('applications').set({ question_answers }).where('id', '=', application.id).execute()
  await reindexApplication(trx, application, { ...application, question_answers })
}

/** The form has answers to questions that its posting does not ask. */
function questionsChanged(): RequestError {
  return new RequestError(
    'questions_changed',
    'The questions of this position have changed, so your application was not sent. Please look at the questions again and send it once more.',
  )
}
