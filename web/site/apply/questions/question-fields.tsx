import type { AskedQuestion } from '../../../../contract/jobs/question.ts'
import { type AnswerField, firstAnswerField } from '../../../../contract/jobs/question-answers.ts'
import { kindOf } from '../../../../contract/jobs/question-kinds.ts'
import { TextAreaField, TextField } from '../../../ui/form/field.tsx'
import { type AnswerRegistration, ChoiceField, type QuestionFieldProps } from './choice-field.tsx'

type QuestionFieldsProps = {
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

function QuestionField({ question, register, error }: QuestionFieldProps) {
  const { text, isRequired, choices } = question
  if (choices.length > 0) return <ChoiceField question={question} register={register} error={error} />
  const { maximum, control } = kindOf(question)
  const { layout, hint, ...input } = control
  const { onChange, onBlur, ref, id, name, defaultValue, required } = register(firstAnswerField(question), question)
  const registered = { onChange, onBlur, ref, id, name, defaultValue, required }
  const field = { label: text, isOptional: !isRequired, error, hint, maxLength: maximum, ...registered } as const
  const className = 'own-direction wrap-anywhere sm:col-span-2'
  if (layout === 'paragraphs') return <TextAreaField {...field} className={className} />
  return (
    <TextField {...field} {...input} className={`${className} ${layout === 'shortLine' ? '[&>input]:max-w-48' : ''}`} />
  )
}

/** What was answered to questions that the posting does not ask any more: no text is lost, and none counts for another question. */
function UnaskedAnswers({ answers }: { answers: readonly string[] }) {
  if (answers.length === 0) return null
  return (
    <section aria-label="Answers that are not sent" className="border-signal-amber border-l-4 pl-4 sm:col-span-2">
      <p>The questions have changed. These answers belong to none of them, so they are not sent:</p>
      <ul className="mt-2 grid list-none gap-2 p-0">
        {answers.map((answer) => (
          <li key={answer} className="own-direction wrap-anywhere whitespace-pre-wrap">
            {answer}
          </li>
        ))}
      </ul>
    </section>
  )
}
