import { useEffect, useId, useRef, useState } from 'react'
import { MOST_QUESTIONS } from '../../../../../contract/limits.ts'
import { type Question, questionsSchema } from '../../../../../contract/question.ts'
import { Button } from '../../../../ui/button.tsx'
import { type CardPart, QuestionCard } from './question-card.tsx'
import { moved, NEW_QUESTION, parseQuestions, withoutBlankChoices } from './question-changes.ts'
import { SavedQuestions } from './saved-questions.tsx'
import { useSavedQuestions } from './use-saved-questions.ts'

/** What the editor takes: the questions as the form holds them. */
export type QuestionEditorProps = {
  json: string
  onChange: (json: string) => void
  /** Whether the form was sent with a fault in the questions: it is shown where it is. */
  showsFaults: boolean
}

/** The questions of a posting: add, edit, move and remove, all by keyboard. */
export function QuestionEditor({ json, onChange, showsFaults }: QuestionEditorProps) {
  const id = useId()
  const questions = parseQuestions(json)
  const [said, setSaid] = useState('')
  const saved = useSavedQuestions()
  const idOf = (index: number, part: CardPart) => `${id}-${index}-${part}`
  const change = (next: Question[]) => onChange(JSON.stringify(next))
  const focusLater = useFocusAfter(json)
  const errors = showsFaults ? faultsOf(questions) : {}

  const add = (question: Question) => {
    focusLater(idOf(questions.length, 'text'))
    change([...questions, question])
  }
  const move = (index: number, by: 1 | -1) => {
    const to = index + by
    focusLater(idOf(to, by < 0 ? 'up' : 'down'))
    setSaid(`Question moved to place ${to + 1} of ${questions.length}`)
    change(moved(questions, index, to))
  }
  const remove = (index: number) => {
    const left = questions.toSpliced(index, 1)
    focusLater(left.length === 0 ? `${id}-add` : idOf(Math.min(index, left.length - 1), 'text'))
    setSaid('Question removed')
    change(left)
  }

  return (
    <div className="grid gap-3">
      {questions.length > 0 && (
        <ol className="grid list-none gap-3 p-0">
          {questions.map((question, index) => (
            <QuestionCard
              // biome-ignore lint/suspicious/noArrayIndexKey: a question is what stands at its place.
              key={index}
              question={question}
              number={index + 1}
              count={questions.length}
              idOf={(part) => idOf(index, part)}
              errors={errors[index] ?? {}}
              onChange={(next) => change(questions.with(index, next))}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(index)}
              onSave={() => saved.save(question)}
            />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <Button
          id={`${id}-add`}
          tone="secondary"
          isUnavailable={questions.length >= MOST_QUESTIONS}
          onClick={() => add(NEW_QUESTION)}
        >
          Add a question
        </Button>
        <SavedQuestions
          saved={saved.questions}
          asked={questions}
          isFull={questions.length >= MOST_QUESTIONS}
          onAdd={add}
          onForget={saved.forget}
        />
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}

/** The faults of each question, by field. */
function faultsOf(questions: readonly Question[]): Record<number, Record<string, string>> {
  const faults: Record<number, Record<string, string>> = {}
  for (const { path, message } of questionsSchema.safeParse(questions.map(withoutBlankChoices)).error?.issues ?? []) {
    const [index, field] = path
    if (typeof index !== 'number') continue
    const ofQuestion = { ...faults[index] }
    ofQuestion[String(field)] ??= message
    faults[index] = ofQuestion
  }
  return faults
}

/** Focuses an element, by its id, once a change of the questions is on the screen. */
function useFocusAfter(json: string): (id: string) => void {
  const wanted = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element exists after the change.
  useEffect(() => {
    if (wanted.current !== undefined) document.getElementById(wanted.current)?.focus()
    wanted.current = undefined
  }, [json])
  return (id) => {
    wanted.current = id
  }
}
