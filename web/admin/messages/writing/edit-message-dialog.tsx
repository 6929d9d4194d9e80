import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { type Message, type MessageText, messageTextSchema } from '../../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { conflictingVersion } from '../../../api/edit-conflict.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { createStoredDrafts } from '../../../session/stored-drafts.ts'
import { useDraft } from '../../../session/use-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { EditConflictNotice } from '../../history/edit-conflict-notice.tsx'
import { MessageFields } from './message-fields.tsx'
import { editMessage } from './writing-api.ts'

/** What an admin has typed, over the text that they had read. */
type Edit = { text: MessageText; seen: MessageText }

/** The unsaved texts of this browser tab, by message. */
const edits = createStoredDrafts<Edit>('edited-messages')

const textOf = ({ subject, body }: MessageText): MessageText => ({ subject, body })

/** Changes the text of a message that waits to be confirmed. Closing it keeps what was typed. */
export function EditMessageDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const form = useEditForm(message, onClose)
  const formId = useId()
  const textField = useRef<HTMLTextAreaElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.save()
  }
  return (
    <Dialog
      title="Edit message to"
      subject={message.toName}
      description="Only this message changes. It still waits to be confirmed."
      staysOpenOnOutsideClick={form.isDirty}
      initialFocus={textField}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {form.isDirty ? 'Close and keep the text' : 'Cancel'}
          </Button>
          <Button type="submit" form={formId} isBusy={form.isSaving}>
            Save text
          </Button>
        </>
      }
    >
      <form id={formId} noValidate aria-label="Message" className="grid content-start gap-4" onSubmit={submit}>
        {form.conflict && (
          <EditConflictNotice
            fields={[
              { label: 'Subject', stored: form.conflict.subject },
              { label: 'Text', stored: form.conflict.body },
            ]}
            history={pathTo(ADMIN_API.applicationHistory, message.applicationId)}
            isChange={(event) => event.action === 'message' && event.edited === true}
            isSaving={form.isSaving}
            onSaveMine={form.saveMine}
            onAcceptStored={form.acceptStored}
          />
        )}
        <MessageFields
          form={form}
          textField={textField}
          rows={12}
          hint={
            <>
              <span className="font-mono">{'{status_link}'}</span> becomes the private link of the applicant.
            </>
          }
        />
      </form>
    </Dialog>
  )
}

/** State of a text that is changed: its faults, saving over the text that was read, and a draft that survives closing. */
function useEditForm(message: Message, onClose: () => void) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const [{ text, seen }, setEdit] = useState<Edit>({ text: textOf(message), seen: textOf(message) })
  const [conflict, setConflict] = useState<MessageText | null>(null)
  const isDirty = text.subject !== seen.subject || text.body !== seen.body
  const discardDraft = useDraft({
    store: edits,
    about: message.id,
    restore: setEdit,
    read: () => (isDirty ? { text, seen } : undefined),
  })
  const finish = () => {
    discardDraft()
    onClose()
  }
  const saving = useMutation({
    mutationFn: (edit: Edit) => editMessage(message.id, { ...edit.text, seen: edit.seen }),
    onSuccess: (saved) => {
      toast({ title: 'Message saved', about: saved.toName, description: 'It waits to be confirmed.' })
      finish()
    },
    onError: (error) => {
      const stored = conflictingVersion<Message>(error)
      if (!stored) return showFailure(error, { title: 'Message not saved', description: KEPT })
      if (stored.state !== 'draft') return toast({ title: 'Message not saved', description: CONFIRMED, tone: 'error' })
      setConflict(textOf(stored))
    },
    onSettled: () => client.invalidateQueries({ queryKey: [ADMIN_API.messages] }),
  })
  const { data: valid, error } = messageTextSchema.safeParse(text)
  const saveOver = (read: MessageText) => {
    if (valid && !saving.isPending) saving.mutate({ text: valid, seen: read })
  }
  return {
    text,
    conflict,
    isDirty,
    isSaving: saving.isPending,
    faultOf: (field: keyof MessageText) => error?.issues.find(({ path }) => path[0] === field)?.message,
    change: (changes: Partial<MessageText>) => setEdit({ text: { ...text, ...changes }, seen }),
    save: () => (isDirty ? saveOver(seen) : finish()),
    saveMine: () => conflict && saveOver(conflict),
    acceptStored: () => {
      if (conflict) setEdit({ text: conflict, seen: conflict })
      setConflict(null)
    },
  }
}

const KEPT = 'Your text is kept. Please try again.'
const CONFIRMED =
  'It was confirmed or discarded meanwhile. Your text is kept: take the message back, and edit it again.'
