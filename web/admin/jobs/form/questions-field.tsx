import { Suspense, useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { JobFormValues } from './job-form-values.ts'

const Editor = lazyPart(async () => (await import('../../questions/question-editor.tsx')).QuestionEditor)

/** The questions in the job form, which holds them as JSON. */
export function QuestionsField({ label, control }: { label: string; control: Control<JobFormValues> }) {
  const id = useId()
  const { field, fieldState } = useController({ name: 'questions', control })
  const message = fieldState.error?.message
  return (
    <fieldset aria-describedby={`${id}-hint ${id}-error`} className="min-w-0 md:col-span-2">
      {/* Takes the focus when the form is sent with a fault in here. */}
      <legend ref={field.ref} tabIndex={-1}>
        <h3 className="text-base">
          {label}
          <span className="font-normal text-ink-muted text-sm"> (optional)</span>
        </h3>
      </legend>
      <p id={`${id}-hint`} className="mb-3 text-ink-muted text-sm">
        Up to 10, asked in the application form of this posting. Answers stay as they were given when you change them.
      </p>
      <Suspense fallback={<Skeleton className="h-10 w-40" />}>
        <Editor.View json={field.value} onChange={field.onChange} message={message} messageId={`${id}-error`} />
      </Suspense>
    </fieldset>
  )
}
