import { type FormEvent, useState } from 'react'
import { addedNoteSchema } from '../../../contract/applications/my-application.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { API } from '../../../contract/wire/paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { useSentFault } from '../../ui/form/use-sent-faults.ts'
import { useLinkChange } from './use-link-change.ts'

/** Adds to the note of the application. What was typed stays when it could not be sent. */
export function AddNote({ token }: { token: string }) {
  const [note, setNote] = useState('')
  const parsed = addedNoteSchema.safeParse({ note })
  const { shown, noteAttempt } = useSentFault(parsed.error?.issues[0]?.message)
  const adding = useLinkChange<{ note: string }>(API.myApplicationNote, token, {
    done: 'Note added',
    onDone: () => setNote(''),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    noteAttempt()
    if (parsed.success && !adding.isPending) adding.mutate(parsed.data)
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Add a note" className="grid gap-4">
      <TextAreaField
        label="Add a note"
        isStandalone
        maxLength={MAXIMUM.note}
        hint="Something that we should know, such as a new certificate or telephone number."
        value={note}
        error={shown}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" tone="secondary" isBusy={adding.isPending} className="justify-self-start max-sm:w-full">
        Add note
      </Button>
    </form>
  )
}
