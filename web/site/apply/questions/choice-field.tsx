import { type ComponentProps, useId } from 'react'
import type { AskedQuestion } from '../../../../contract/jobs/question.ts'
import { type AnswerField, answerFieldsOf, firstAnswerField } from '../../../../contract/jobs/question-answers.ts'
import { kindOf } from '../../../../contract/jobs/question-kinds.ts'
import { FieldError } from '../../../ui/form/field.tsx'
import { useShownError } from '../../../ui/form/use-shown-error.ts'

/** Attributes with which a form registers a field of an answer. */
export type AnswerRegistration = Omit<ComponentProps<'input'> & ComponentProps<'textarea'>, 'className' | 'children'>

/** What one question takes. */
export type QuestionFieldProps = {
  question: AskedQuestion
  register: (name: AnswerField, question: AskedQuestion) => AnswerRegistration
  error: string | undefined
}

/** Says nothing: without it a choice that was made could not be taken back. */
const NO_ANSWER = { label: 'No answer', value: '' }

/** A question whose answers are chosen: one, or several. */
export function ChoiceField(props: QuestionFieldProps) {
  const errorId = useId()
  const { question, error } = props
  const shown = useShownError<HTMLFieldSetElement>(error)
  return (
    <fieldset
      {...shown}
      aria-describedby={error ? errorId : undefined}
      className="own-direction grid min-w-0 content-start gap-1.5 sm:col-span-2"
    >
      <legend className="mb-1.5 font-semibold wrap-anywhere">
        {question.text}
        {!question.isRequired && <span className="font-normal text-ink-muted">&nbsp;(optional)</span>}
      </legend>
      <div
        className={kindOf(question).control.layout === 'row' ? 'flex flex-wrap gap-x-8' : 'grid gap-x-6 sm:grid-cols-2'}
      >
        {kindOf(question).isSeveral ? <Several {...props} /> : <One {...props} />}
      </div>
      <FieldError id={errorId} message={error} />
    </fieldset>
  )
}

const OPTION = 'flex min-h-11 min-w-0 cursor-pointer items-center gap-3 wrap-anywhere'
const BOX = 'size-5 shrink-0 accent-accent'

function One({ question, register }: QuestionFieldProps) {
  const { defaultValue, id, ...radio } = boxOf(register(firstAnswerField(question), question))
  const offered = question.choices.map((choice) => ({ label: choice, value: choice }))
  return [...offered, ...(question.isRequired ? [] : [NO_ANSWER])].map(({ label, value }, index) => (
    <label key={value} className={OPTION}>
      <input
        type="radio"
        {...radio}
        // A link to the question leads to its first answer.
        id={index === 0 ? id : undefined}
        value={value}
        defaultChecked={isChosen(defaultValue, value)}
        className={BOX}
      />
      <span className="min-w-0">{label}</span>
    </label>
  ))
}

function Several({ question, register, error }: QuestionFieldProps) {
  return answerFieldsOf(question).map((name, index) => {
    const { defaultValue, ...box } = boxOf(register(name, question))
    const choice = question.choices[index] ?? ''
    return (
      <label key={name} className={OPTION}>
        <input
          type="checkbox"
          {...box}
          value={choice}
          defaultChecked={isChosen(defaultValue, choice)}
          aria-invalid={error ? true : undefined}
          className={BOX}
        />
        <span className="min-w-0">{choice}</span>
      </label>
    )
  })
}

/** What a box takes of a registration. */
function boxOf({ onChange, onBlur, ref, id, name, defaultValue, required }: AnswerRegistration) {
  return { onChange, onBlur, ref, id, name, defaultValue, required }
}

/** Undefined where the form itself keeps what is chosen. */
function isChosen(typed: AnswerRegistration['defaultValue'], value: string): boolean | undefined {
  return typed === undefined ? undefined : typed === value
}
