import { ArrowDown, ArrowUp, Bookmark, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { MAXIMUM } from '../../../../../contract/limits.ts'
import { choicesOf, hasChoices, type Question } from '../../../../../contract/question.ts'
import { QUESTION_KINDS, type QuestionKind } from '../../../../../contract/vocabulary.ts'
import { Button } from '../../../../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../../../ui/form/field.tsx'
import { AnswerMarks } from './answer-marks.tsx'
import { KIND_NAMES, withChoices, withKind } from './question-changes.ts'

/** What a card takes. */
export type QuestionCardProps = {
  question: Question
  /** From 1. */
  number: number
  count: number
  /** Ids of its text and of its buttons, so that the focus follows a move. */
  idOf: (part: CardPart) => string
  /** What is wrong with it, by field; empty before the form was sent. */
  errors: Readonly<Record<string, string | undefined>>
  onChange: (question: Question) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
  onSave: () => void
}

/** Parts of a card that take the focus. */
export type CardPart = 'text' | 'up' | 'down'

/** One question of a posting, to edit, move and remove. */
export function QuestionCard(props: QuestionCardProps) {
  const { question, number, count, idOf, errors, onChange, onMove, onRemove, onSave } = props
  const { text, kind, isRequired, choices } = question
  const offered = choicesOf(question).filter((choice) => choice.trim() !== '')
  return (
    <li className="grid gap-3 rounded-md border border-line p-3 md:p-4">
      <TextField
        id={idOf('text')}
        label={`Question ${number}`}
        maxLength={MAXIMUM.question}
        value={text}
        error={errors.text}
        onChange={({ currentTarget }) => onChange({ ...question, text: currentTarget.value })}
      />
      <div className="grid items-end gap-3 sm:grid-cols-2">
        <SelectField
          label="Kind of answer"
          isStandalone
          value={kind}
          onChange={({ currentTarget }) => onChange(withKind(question, currentTarget.value as QuestionKind))}
        >
          {QUESTION_KINDS.map((each) => (
            <option key={each} value={each}>
              {KIND_NAMES[each]}
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
      {hasChoices(kind) && (
        <TextAreaField
          label="Choices"
          hint="One in each line, up to 20."
          value={choices.join('\n')}
          error={errors.choices}
          onChange={({ currentTarget }) => onChange(withChoices(question, currentTarget.value.split('\n')))}
          onBlur={() => onChange(withChoices(question, offered.length === choices.length ? choices : [...offered]))}
        />
      )}
      {offered.length > 0 && <AnswerMarks question={question} answers={offered} onChange={onChange} />}
      <div className="-ml-2 flex flex-wrap gap-x-1">
        <CardButton id={idOf('up')} text={text} isUnavailable={number === 1} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden="true" className="size-4" />
          Move up
        </CardButton>
        <CardButton id={idOf('down')} text={text} isUnavailable={number === count} onClick={() => onMove(1)}>
          <ArrowDown aria-hidden="true" className="size-4" />
          Move down
        </CardButton>
        <CardButton text={text} isUnavailable={text.trim() === ''} onClick={onSave}>
          <Bookmark aria-hidden="true" className="size-4" />
          Save for other postings
        </CardButton>
        <CardButton text={text} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-4" />
          Remove
        </CardButton>
      </div>
    </li>
  )
}

type CardButtonProps = {
  id?: string
  text: string
  isUnavailable?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button that also names its question. */
function CardButton({ id, text, isUnavailable = false, onClick, children }: CardButtonProps) {
  return (
    <Button id={id} tone="quiet" className="text-sm" isUnavailable={isUnavailable} onClick={onClick}>
      {children}
      {text.trim() !== '' && <span className="sr-only"> “{text}”</span>}
    </Button>
  )
}
