import { useState } from 'react'
import { isSameQuestion, type Question } from '../../../contract/jobs/question.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/form/field.tsx'

type SavedQuestionsProps = {
  saved: readonly Question[]
  /** The questions of this posting: they are not offered again. */
  listed: readonly Question[]
  isFull: boolean
  onAdd: (question: Question) => void
  onForget: (question: Question) => void
}

/** Adds a question that was saved before, or forgets it; nothing while there is none to add. */
export function SavedQuestions({ saved, listed, isFull, onAdd, onForget }: SavedQuestionsProps) {
  const [chosen, setChosen] = useState('')
  const offered = saved.filter(({ text }) => !listed.some((question) => isSameQuestion(question.text, text)))
  if (offered.length === 0) return null
  const question = offered.find(({ text }) => text === chosen) ?? offered[0]
  return (
    <div className="flex min-w-0 flex-1 basis-72 items-end gap-3">
      <SelectField
        label="Saved questions"
        isStandalone
        className="min-w-0 flex-1"
        value={question?.text}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        {offered.map(({ text }) => (
          <option key={text}>{text}</option>
        ))}
      </SelectField>
      <Button tone="secondary" isUnavailable={isFull || !question} onClick={() => question && onAdd(question)}>
        Use
        <span className="sr-only"> the saved question</span>
      </Button>
      <Button tone="quiet" isUnavailable={!question} onClick={() => question && onForget(question)}>
        Forget
        <span className="sr-only"> the saved question</span>
      </Button>
    </div>
  )
}
