import { ArrowDown, ArrowUp, Bookmark, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Question } from '../../../contract/jobs/question.ts'
import { Button } from '../../ui/button.tsx'
import { QuestionInputs } from './question-inputs.tsx'

type QuestionCardProps = {
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
  /** The focus has left the card. */
  onLeave: () => void
}

/** Parts of a card that take the focus. */
export type CardPart = 'text' | 'up' | 'down'

/** One question of a posting, to edit, move and remove. */
export function QuestionCard(props: QuestionCardProps) {
  const { question, number, count, idOf, errors, onChange, onMove, onRemove, onSave, onLeave } = props
  const { text } = question
  return (
    <li
      className="grid gap-3 rounded-md border border-line p-3 md:p-4"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || onLeave()}
    >
      <QuestionInputs
        question={question}
        label={`Question ${number}`}
        textId={idOf('text')}
        errors={errors}
        onChange={onChange}
      />
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
