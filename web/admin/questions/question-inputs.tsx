import { choicesOf, hasChoices, type Question } from '../../../contract/jobs/question.ts'
import { QUESTION_KIND_NAMES, QUESTION_KINDS, type QuestionKind } from '../../../contract/jobs/question-kinds.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { SelectField, TextAreaField } from '../../ui/form/field.tsx'
import { AnswerMarks } from './answer-marks.tsx'
import { withChoices, withKind, withoutBlankChoices } from './question-changes.ts'

type QuestionInputsProps = {
  question: Question
  /** Label of its text. */
  label: string
  /** Id of its text, where the focus is moved to it. */
  textId?: string
  /** What is wrong with it, by field; empty before the form was sent. */
  errors: Readonly<Record<string, string | undefined>>
  onChange: (question: Question) => void
}

/** Text, kind, choices and marks of a question. */
export function QuestionInputs({ question, label, textId, errors, onChange }: QuestionInputsProps) {
  const { text, kind, isRequired, choices } = question
  const offered = choicesOf(question).filter((choice) => choice.trim() !== '')
  return (
    <>
      <TextAreaField
        id={textId}
        label={label}
        className="short-text"
        rows={2}
        maxLength={MAXIMUM.question}
        value={text}
        error={errors.text}
        onChange={({ currentTarget }) => onChange({ ...question, text: currentTarget.value.replaceAll('\n', ' ') })}
      />
      <div className="grid items-end gap-3 sm:grid-cols-2">
        <SelectField
          label="Kind of answer"
          isStandalone
          value={kind}
          onChange={({ currentTarget }) => onChange(withKind(question, currentTarget.value as QuestionKind))}
        >
          {QUESTION_KIND_NAMES.map((each) => (
            <option key={each} value={each}>
              {QUESTION_KINDS[each].label}
            </option>
          ))}
        </SelectField>
        <label className="flex min-h-11 items-center gap-2 md:min-h-9">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={isRequired}
            onChange={({ currentTarget }) => onChange({ ...question, isRequired: currentTarget.checked })}
          />
          An answer is required
        </label>
      </div>
      {hasChoices(question) && (
        <TextAreaField
          label="Choices"
          hint="One in each line, up to 20."
          value={choices.join('\n')}
          error={errors.choices}
          onChange={({ currentTarget }) => onChange(withChoices(question, currentTarget.value.split('\n')))}
          onBlur={() => onChange(withoutBlankChoices(question))}
        />
      )}
      {offered.length > 0 && <AnswerMarks question={question} answers={offered} onChange={onChange} />}
    </>
  )
}
