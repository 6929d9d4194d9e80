import { useEffect, useId, useRef, useState } from 'react'
import { type Question, questionsSchema } from '../../../contract/jobs/question.ts'
import { MOST_QUESTIONS } from '../../../contract/wire/limits.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { type CardPart, QuestionCard } from './question-card.tsx'
import { moved, NEW_QUESTION, parseQuestions, withoutBlankChoices } from './question-changes.ts'
import { SavedQuestions } from './saved-questions.tsx'
import { useSavedQuestions } from './use-saved-questions.ts'

/** The questions as the form holds them. */
type QuestionEditorProps = {
  json: string
  onChange: (json: string) => void
  /** Once the form was sent with a fault in the questions: each is then shown where it is. */
  message: string | undefined
  messageId: string
}

/** The questions of a posting: add, edit, move and remove, all by keyboard. */
export function QuestionEditor({ json, onChange, message, messageId }: QuestionEditorProps) {
  const id = useId()
  const questions = parseQuestions(json)
  const [said, setSaid] = useState('')
  const saved = useSavedQuestions()
  const idOf = (index: number, part: CardPart) => `${id}-${index}-${part}`
  const change = (next: Question[]) => onChange(JSON.stringify(next))
  const focusLater = useFocusAfter(json)
  // Index of a question that was added and not left yet: its faults are not shown.
  const [begun, setBegun] = useState<number>()
  const faults = Object.entries(message ? faultsOf(questions) : {}).filter(([index]) => Number(index) !== begun)
  const errors: Faults = Object.fromEntries(faults)

  const add = (question: Question) => {
    focusLater(idOf(questions.length, 'text'))
    setBegun(questions.length)
    change([...questions, question])
  }
  const move = (index: number, by: 1 | -1) => {
    const to = index + by
    setBegun(undefined)
    focusLater(idOf(to, by < 0 ? 'up' : 'down'))
    setSaid(`Question moved to place ${to + 1} of ${questions.length}`)
    change(moved(questions, index, to))
  }
  const remove = (index: number) => {
    const left = questions.toSpliced(index, 1)
    setBegun(undefined)
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
              onLeave={() => setBegun(undefined)}
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
          listed={questions}
          isFull={questions.length >= MOST_QUESTIONS}
          onAdd={add}
          onForget={saved.forget}
        />
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      <FieldError id={messageId} message={begun !== undefined && faults.length === 0 ? undefined : message} />
    </div>
  )
}

/** The faults of questions, by index and field. */
type Faults = Record<number, Record<string, string>>

function faultsOf(questions: readonly Question[]): Faults {
  const faults: Faults = {}
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
