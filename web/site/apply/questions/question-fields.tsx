import type { ComponentProps } from 'react'
import type { AskedQuestion } from '../../../../contract/jobs/question.ts'
import { type AnswerField, firstAnswerField } from '../../../../contract/jobs/question-answers.ts'
import type { QuestionKind } from '../../../../contract/jobs/question-kinds.ts'
import { MAXIMUM } from '../../../../contract/wire/limits.ts'
import { TextAreaField, TextField } from '../../../ui/form/field.tsx'
import { type AnswerRegistration, ChoiceField, type QuestionFieldProps } from './choice-field.tsx'
import { UnaskedAnswers } from './unasked-answers.tsx'

/** What the fields take from the form. */
export type QuestionFieldsProps = {
  questions: readonly AskedQuestion[]
  /** Answers to questions that are not asked any more. */
  unasked: readonly string[]
  /** Level of the heading above them. */
  heading: 'h2' | 'h3'
  register: (name: AnswerField, question: AskedQuestion) => AnswerRegistration
  /** What is wrong with the answer to a question, by its first field. */
  errorOf: (name: AnswerField) => string | undefined
}

/** The questions of a posting, for its form with JavaScript and without. */
export function QuestionFields({ questions, unasked, heading: Heading, register, errorOf }: QuestionFieldsProps) {
  return (
    <>
      {questions.length > 0 && (
        <Heading className="border-line border-t pt-4 text-lg sm:col-span-2 sm:pt-5">
          Questions about this position
        </Heading>
      )}
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
  // Not of the type `url`: a browser refuses an address without its scheme, as people write it.
  link: { inputMode: 'url', autoCapitalize: 'none' },
}

/** Kinds with short answers. */
const NARROW: readonly QuestionKind[] = ['number', 'date']

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
      hint={kind === 'link' && 'Such as example.com/your-work'}
      className={`own-direction wrap-anywhere sm:col-span-2 ${NARROW.includes(kind) ? '[&>input]:max-w-48' : ''}`}
    />
  )
}
