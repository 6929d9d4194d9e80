import { useEffect, useRef, useState } from 'react'
import type { Comment } from '../../../contract/team/comments.ts'
import { conflictingVersion } from '../../api/edit-conflict.ts'
import { useDraft } from '../../session/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { CommentBox } from './comment-box.tsx'
import { type CommentEdit, commentEdits } from './comment-drafts.ts'
import { faultOf } from './comment-form.tsx'
import type { useCommentWrite } from './comments-api.ts'
import { type Mentionable, mentionsIn } from './mentions.ts'

/** The browser asks before a reload too: only the page of this applicant shows what is not saved. */
const store = { take: commentEdits.take, save: commentEdits.save }

type EditedCommentProps = {
  comment: Comment
  people: readonly Mentionable[]
  write: ReturnType<typeof useCommentWrite>
  onClose: () => void
}

/** Changes a comment in its place. What is typed stays until it is saved or cancelled, also where another window has saved first. */
export function EditedComment({ comment, people, write, onClose }: EditedCommentProps) {
  const [edit, setEdit] = useState<CommentEdit>({ text: comment.text ?? '', version: comment.version })
  const [error, setError] = useState<string>()
  const [newer, setNewer] = useState<Comment>()
  const area = useRef<HTMLTextAreaElement>(null)
  const { text, version } = edit
  const isDeleted = newer?.text === null
  const discard = useDraft({
    store,
    about: comment.id,
    restore: setEdit,
    read: () => (text === (comment.text ?? '') ? undefined : edit),
  })
  useEffect(() => {
    const { value = '' } = area.current ?? {}
    area.current?.focus()
    area.current?.setSelectionRange(value.length, value.length)
  }, [])

  const close = () => {
    discard()
    onClose()
  }
  const save = () => {
    const fault = faultOf(text)
    setError(fault)
    if (fault !== undefined || write.isPending || isDeleted) return
    const change = { text: text.trim(), mentions: mentionsIn(text, people), version }
    write.mutate(
      { changed: comment, change },
      {
        onSuccess: close,
        onError: (refusal) => {
          const current = conflictingVersion<Comment>(refusal)
          if (!current) return
          setNewer(current)
          setEdit((now) => ({ ...now, version: current.version }))
        },
      },
    )
  }
  return (
    <div className="grid gap-2">
      <CommentBox
        label={`Comment of ${comment.by.name}`}
        value={text}
        onChange={(typed) => setEdit({ ...edit, text: typed })}
        onSend={save}
        people={people}
        area={area}
        error={error}
      />
      {newer && <NewerText text={newer.text} />}
      <div className="flex gap-2">
        <Button tone="secondary" isBusy={write.isPending} isUnavailable={isDeleted} onClick={save}>
          Save comment
        </Button>
        <Button tone="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/** What another window has made of the comment meanwhile. @param text null for a deleted one */
function NewerText({ text }: { text: string | null }) {
  if (text === null)
    return (
      <p role="alert" className="border-signal-amber border-l-4 pl-3 text-sm">
        This comment was deleted meanwhile. Copy your text if you still need it.
      </p>
    )
  return (
    <div role="alert" className="grid gap-1 border-signal-amber border-l-4 pl-3 text-sm">
      <p>This comment was changed meanwhile. It now says:</p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
      <p>Save comment puts your text in its place.</p>
    </div>
  )
}
