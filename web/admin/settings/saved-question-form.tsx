import { type FormEvent, useEffect, useId, useState } from 'react'
import { isSameQuestion, type Question, questionSchema } from '../../../contract/jobs/question.ts'
import { Button } from '../../ui/button.tsx'
import { attemptToSend } from '../../ui/form/use-sent-faults.ts'
import { withoutBlankChoices } from '../questions/question-changes.ts'
import { QuestionInputs } from '../questions/question-inputs.tsx'

type SavedQuestionFormProps = {
  question: Question
  /** Texts of the other saved questions. */
  otherTexts: readonly string[]
  onChange: (question: Question) => void
  /** Resolves once the question is stored, or is not. */
  onSave: (question: Question) => Promise<void>
  onCancel: () => void
}

/** A saved question, or a new one, to be written. */
export function SavedQuestionForm({ question, otherTexts, onChange, onSave, onCancel }: SavedQuestionFormProps) {
  const id = useId()
  const [isSent, setSent] = useState(false)
  const [isSaving, setSaving] = useState(false)
  useEffect(() => document.getElementById(id)?.focus(), [id])
  const { valid, faults } = check(question, otherTexts)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    attemptToSend(event.currentTarget, () => setSent(true))
    if (!valid || isSaving) return
    setSaving(true)
    await onSave(valid)
    setSaving(false)
  }
  return (
    <form noValidate aria-label="Saved question" className="grid gap-3" onSubmit={submit}>
      <QuestionInputs
        question={question}
        label="Question"
        textId={id}
        errors={isSent ? faults : {}}
        onChange={onChange}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isSaving}>
          Save question
        </Button>
        <Button tone="quiet" isUnavailable={isSaving} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The question as it would be stored, or what is wrong with it, by field. */
function check(
  question: Question,
  otherTexts: readonly string[],
): { valid?: Question; faults: Record<string, string> } {
  const { data, error } = questionSchema.safeParse(withoutBlankChoices(question))
  if (data && otherTexts.some((text) => isSameQuestion(text, data.text)))
    return { faults: { text: 'This question is saved already' } }
  if (data) return { valid: data, faults: {} }
  const entries = error.issues.map(({ path, message }) => [String(path[0]), message] as const)
  // The first message of each field wins.
  return { faults: Object.fromEntries(entries.toReversed()) }
}
