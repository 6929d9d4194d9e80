import { type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Question } from '../../../contract/jobs/question.ts'
import { QUESTION_KINDS } from '../../../contract/jobs/question-kinds.ts'
import { MOST_SAVED_QUESTIONS } from '../../../contract/wire/limits.ts'
import { createStoredDrafts } from '../../session/stored-drafts.ts'
import { useDraft } from '../../session/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useKeepFocus } from '../../ui/focus/keep-focus.ts'
import { NEW_QUESTION } from '../questions/question-changes.ts'
import { useSavedQuestions } from '../questions/use-saved-questions.ts'
import { SavedQuestionForm } from './saved-question-form.tsx'

/** The question that is written; `replaced` is the text of the stored one, null for a new one. */
type Written = { question: Question; replaced: string | null }

/** The unsaved question in this browser tab. */
export const savedQuestionDrafts = createStoredDrafts<Written>('saved-question-drafts')

/** Key of the only draft: one question is written at a time. */
const DRAFT = 0

/** The questions that every posting can use: add, edit and delete. */
export function SavedQuestionsEditor({ questions }: { questions: readonly Question[] }) {
  const id = useId()
  const [written, setWritten] = useState<Written>()
  const [deleted, setDeleted] = useState<Question>()
  const saved = useSavedQuestions()
  useDraft({ store: savedQuestionDrafts, about: DRAFT, restore: setWritten, read: () => written })
  // Another admin may have deleted it meanwhile: then it is written as a new one.
  const position = questions.findIndex(({ text }) => text === written?.replaced)
  const idOf = (index: number) => (index < 0 ? `${id}-add` : `${id}-${index}`)
  const close = () => {
    flushSync(() => setWritten(undefined))
    document.getElementById(idOf(position))?.focus()
  }
  const form = written && (
    <SavedQuestionForm
      question={written.question}
      otherTexts={questions.filter((_, index) => index !== position).map(({ text }) => text)}
      onChange={(question) => setWritten({ ...written, question })}
      onSave={async (question) => {
        if (await saved.save(question, written.replaced)) close()
      }}
      onCancel={close}
    />
  )
  return (
    <>
      {questions.length === 0 && !written && (
        <p className="text-ink-muted text-sm">None yet. Add one here, or save one in the form of a posting.</p>
      )}
      {questions.length > 0 && (
        <ul className="grid list-none p-0">
          {questions.map((question, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a question has no name but its position
            <Row key={index}>
              {index === position ? (
                form
              ) : (
                <Summary
                  question={question}
                  editId={idOf(index)}
                  isUnavailable={written !== undefined}
                  onEdit={() => setWritten({ question, replaced: question.text })}
                  onDelete={() => setDeleted(question)}
                />
              )}
            </Row>
          ))}
        </ul>
      )}
      {position < 0 && form}
      {!written && (
        <Button
          id={idOf(-1)}
          tone="secondary"
          className="justify-self-start"
          isUnavailable={questions.length >= MOST_SAVED_QUESTIONS}
          onClick={() => setWritten({ question: NEW_QUESTION, replaced: null })}
        >
          Add a question
        </Button>
      )}
      {deleted && (
        <ConfirmDialog
          title="Delete this saved question?"
          question={`“${deleted.text}” is not offered any more. Postings that ask it keep it.`}
          action="Delete"
          onConfirm={() => void saved.forget(deleted)}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  )
}

/** An entry of the list. The focus does not get lost with the last one. */
function Row({ children }: { children: ReactNode }) {
  const row = useKeepFocus<HTMLLIElement>()
  return (
    <li ref={row} className="border-line border-t py-3 last:border-b">
      {children}
    </li>
  )
}

type SummaryProps = {
  question: Question
  /** Id of the button that edits it. */
  editId: string
  /** While another one is written. */
  isUnavailable: boolean
  onEdit: () => void
  onDelete: () => void
}

function Summary({ question, editId, isUnavailable, onEdit, onDelete }: SummaryProps) {
  const { text } = question
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="wrap-anywhere min-w-0 flex-1 basis-40">
        <p className="own-direction text-sm">{text}</p>
        <p className="text-ink-muted text-sm">{describe(question)}</p>
      </div>
      <div className="-mx-2 flex">
        <Button id={editId} tone="quiet" className="text-sm" isUnavailable={isUnavailable} onClick={onEdit}>
          Edit<span className="sr-only"> “{text}”</span>
        </Button>
        <Button tone="quiet" className="text-sm" isUnavailable={isUnavailable} onClick={onDelete}>
          Delete<span className="sr-only"> “{text}”</span>
        </Button>
      </div>
    </div>
  )
}

/** Such as `One of a list, 3 choices, required`. */
function describe({ kind, choices, isRequired }: Question): string {
  const offered = choices.length > 0 ? [`${choices.length} choices`] : []
  return [QUESTION_KINDS[kind].label, ...offered, isRequired ? 'required' : 'optional'].join(', ')
}
