import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldError, Resolver } from 'react-hook-form'
import { type ApplicationFields, applicationFormSchema } from '../../../../contract/applications/application.ts'
import type { AskedQuestion } from '../../../../contract/jobs/question.ts'
import {
  type AnswerField,
  type AnswerFields,
  answerFieldsOf,
  readAnswers,
} from '../../../../contract/jobs/question-answers.ts'

/** What the form with questions holds: a choice that is not made is false or null. */
export type AnsweredForm = ApplicationFields & { [Field in AnswerField]?: string | false | null | undefined }

/** The answers of a form to the questions that are asked now, without the fields that are empty. */
export function answersIn(values: AnsweredForm, questions: readonly AskedQuestion[]): AnswerFields {
  const given = questions.flatMap(answerFieldsOf).flatMap((name) => {
    const value = values[name]
    return value ? [[name, value]] : []
  })
  return Object.fromEntries(given)
}

/** Checks the applicant's fields, and the answers by the rules of the server. */
export function answerResolver(questions: readonly AskedQuestion[]): Resolver<AnsweredForm> {
  const check = zodResolver(applicationFormSchema) as unknown as Resolver<AnsweredForm>
  return async (values, context, options) => {
    const checked = await check(values, context, options)
    const answers = answersIn(values, questions)
    const { faults } = readAnswers(questions, answers)
    const errors = Object.fromEntries(
      faults.map(({ field, message }): [AnswerField, FieldError] => [field, { type: 'custom', message }]),
    )
    if (faults.length === 0 && Object.keys(checked.errors).length === 0) {
      return { values: { ...checked.values, ...answers } as AnsweredForm, errors: {} }
    }
    return { values: {}, errors: { ...checked.errors, ...errors } }
  }
}
