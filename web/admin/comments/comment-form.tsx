import { useRef, useState } from 'react'
import { COMMENT } from '../../../contract/wire/limits.ts'
import { createAttemptKey } from '../../api/attempt-key.ts'
import { useDraft } from '../../session/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { CommentBox } from './comment-box.tsx'
import { commentDrafts } from './comment-drafts.ts'
import { useCommentWrite } from './comments-api.ts'
import { type Mentionable, mentionsIn } from './mentions.ts'

/** Writes a comment. What is typed stays until it is sent, also over a reload. */
export function CommentForm({ applicationId, people }: { applicationId: number; people: readonly Mentionable[] }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const [attempt] = useState(createAttemptKey)
  const write = useCommentWrite(applicationId)
  useDraft({
    store: commentDrafts,
    about: applicationId,
    restore: setText,
    read: () => (text.trim() === '' ? undefined : text),
  })

  const send = () => {
    const fault = faultOf(text)
    setError(fault)
    if (fault !== undefined || write.isPending) return
    const comment = { text: text.trim(), mentions: mentionsIn(text, people) }
    write.mutate(
      { comment, key: attempt.keyFor(comment, null) },
      {
        onSuccess: () => {
          attempt.renew()
          // What was typed on meanwhile stays.
          setText((typed) => (typed === text ? '' : typed))
          area.current?.focus()
        },
      },
    )
  }
  return (
    // Not a form: a dialog around it would begin here.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, which would be seen.
    <div role="group" aria-label="Write a comment" className="grid gap-2">
      <CommentBox
        label="Comment"
        placeholder="Only your colleagues see this. @ mentions someone."
        value={text}
        onChange={setText}
        people={people}
        area={area}
        error={error}
        onSend={send}
      />
      {(text !== '' || write.isPending) && (
        <Button tone="secondary" isBusy={write.isPending} className="justify-self-start" onClick={send}>
          Comment
        </Button>
      )}
    </div>
  )
}

/** What is wrong with a text; undefined for one that can be sent. */
export function faultOf(text: string): string | undefined {
  const { length } = text.trim()
  if (length === 0) return 'Write a comment first'
  return length > COMMENT.longest
    ? `A comment has at most ${COMMENT.longest.toLocaleString('en')} characters; this one has ${length.toLocaleString('en')}`
    : undefined
}
