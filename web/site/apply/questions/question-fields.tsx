import type { ComponentProps } from 'react'
import { MAXIMUM } from '../../../../contract/limits.ts'
import type { AskedQuestion } from '../../../../contract/question.ts'
import { type AnswerField, firstAnswerField } from '../../../../contract/question-answers.ts'
import type { QuestionKind } from '../../../../contract/vocabulary.ts'
import { TextAreaField, TextField } from '../../../ui/form/field.tsx'
import { type AnswerRegistration, ChoiceField, type QuestionFieldProps } from './choice-field.tsx'
import { UnaskedAnswers } from './unasked-answers.tsx'

/** What the fields take from the form. */
export type QuestionFieldsProps = {
  questions: readonly AskedQuestion[]
  /** Answers to questions that are not asked any more. */
  unasked: readonly string[]
  register: (name: AnswerField, question: AskedQuestion) => AnswerRegistration
  /** What is wrong with the answer to a question, by its first field. */
  errorOf: (name: AnswerField) => string | undefined
}

/** The questions of a posting, for its form with JavaScript and without. */
export function QuestionFields({ questions, unasked, register, errorOf }: QuestionFieldsProps) {
  return (
    <>
      {questions.map((question) => {
        const error = errorOf(firstAnswerField(question))
        return <QuestionField key={question.id} question={question} register={register} error={error} />
      })}
      <UnaskedAnswers answers={unasked} />
    </>
  )
}

/** Attributes of the control of a written answer. */
const WRITTEN: Partial<Record<QuestionKind, ComponentProps<'input'>>> = {
  number: { inputMode: 'decimal' },
  date: { type: 'date' },
  link: { type: 'url', inputMode: 'url' },
}

function QuestionField({ question, register, error }: QuestionFieldProps) {
  const { text, kind, isRequired, choices } = question
  if (choices.length > 0) return <ChoiceField question={question} register={register} error={error} />
  const { onChange, onBlur, ref, id, name, defaultValue, required } = register(firstAnswerField(question), question)
  const registered = { onChange, onBlur, ref, id, name, defaultValue, required }
  const field = { label: text, isOptional: !isRequired, error, ...registered } as const
  if (kind === 'long_text') {
    return (
      <TextAreaField {...field} maxLength={MAXIMUM.longAnswer} className="own-direction wrap-anywhere sm:col-span-2" />
    )
  }
  return (
    <TextField
      {...field}
      {...WRITTEN[kind]}
      maxLength={MAXIMUM.shortAnswer}
      hint={kind === 'link' && 'Begins with https:// or http://'}
      className="own-direction wrap-anywhere sm:col-span-2"
    />
  )
}
