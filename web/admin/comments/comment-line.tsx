import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import type { Comment } from '../../../contract/team/comments.ts'
import { commentIn } from '../../../contract/team/notice-kinds.ts'
import { VERDICT_WORDS } from '../../../contract/team/verdicts.ts'
import { readUser } from '../../api/auth-store.ts'
import { useAuth } from '../../session/use-auth.ts'
import { useOwn } from '../../session/use-may.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useFocusAfterClose } from '../../ui/focus/use-focus-after-close.ts'
import { formatDayAndTime, formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { commentEdits } from './comment-drafts.ts'
import { commentVersionsQuery, useCommentWrite } from './comments-api.ts'
import { EditedComment } from './edited-comment.tsx'
import { type Mentionable, partsOf } from './mentions.ts'

type CommentLineProps = { comment: Comment; applicationId: number; people: readonly Mentionable[] }

/** One comment: who wrote what and when. Its author changes it in place. */
export function CommentLine({ comment, applicationId, people }: CommentLineProps) {
  const { isEditing, setEditing, editButton } = useEditing(comment)
  const [isDeleting, setDeleting] = useState(false)
  const write = useCommentWrite(applicationId)
  const own = useOwn()
  const shown = useShown(comment)
  const isMine = comment.by.id !== null && own.id === comment.by.id
  return (
    <li {...shown} className="comment-line">
      <p className="wrap-anywhere flex flex-wrap items-baseline gap-x-2 text-ink-muted text-sm">
        <bdi className="text-ink">{comment.by.name}</bdi>
        <time dateTime={comment.createdAt} title={formatDayAndTime(comment.createdAt)}>
          {formatShortDayAndTime(comment.createdAt)}
        </time>
      </p>
      {comment.text === null && (
        <p className="text-ink-muted text-sm">
          Deleted{' '}
          <time dateTime={comment.deletedAt ?? undefined}>{formatShortDayAndTime(comment.deletedAt ?? '')}</time>
        </p>
      )}
      {isEditing && <EditedComment comment={comment} people={people} write={write} onClose={() => setEditing(false)} />}
      {!isEditing && comment.text !== null && (
        <>
          <Written comment={comment} text={comment.text} />
          {(isMine || own.isOwner) && (
            <div className="flex gap-1">
              {isMine && <LineButton ref={editButton} label="Edit" of={comment} onClick={() => setEditing(true)} />}
              <LineButton label="Delete" of={comment} isBusy={write.isPending} onClick={() => setDeleting(true)} />
            </div>
          )}
        </>
      )}
      {isDeleting && (
        <ConfirmDialog
          title="Delete comment"
          question="The comment and its earlier texts are deleted for good. A line stays that says who wrote it."
          action="Delete"
          onConfirm={() => write.mutate({ deleted: comment })}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  )
}

/** Leads to a comment that the address names: it comes into view and gets the focus. */
function useShown({ id }: Comment) {
  const isShown = commentIn(useSearch()) === id
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isShown) return
    line.current?.scrollIntoView({ block: 'center' })
    line.current?.focus({ preventScroll: true })
  }, [isShown])
  return isShown ? { ref: line, tabIndex: -1, 'data-shown': true } : { ref: line }
}

/** Whether a comment is being changed: also again, on the way back to what was left. The focus then returns to its button. */
function useEditing({ id }: Comment) {
  const [isEditing, setEditing] = useState(() => id in commentEdits.list(readUser()?.username))
  return { isEditing, setEditing, editButton: useFocusAfterClose(isEditing) }
}

/** What a comment says, and said before. */
function Written({ comment, text }: { comment: Comment; text: string }) {
  const { verdict, mentions, editedAt } = comment
  return (
    <>
      {verdict !== null && (
        <p>
          <Badge tone={verdict === 'talk' ? 'green' : 'grey'}>{VERDICT_WORDS[verdict]}</Badge>
        </p>
      )}
      {text !== '' && <CommentText text={text} mentions={mentions} />}
      {editedAt !== null && <EarlierTexts comment={comment} />}
    </>
  )
}

type LineButtonProps = {
  ref?: RefObject<HTMLButtonElement | null>
  label: string
  of: Comment
  isBusy?: boolean
  onClick: () => void
}

function LineButton({ ref, label, of, isBusy = false, onClick }: LineButtonProps) {
  return (
    <Button
      ref={ref}
      tone="quiet"
      className="-ml-2 text-sm!"
      isBusy={isBusy}
      aria-label={`${label} comment of ${of.by.name}, ${formatShortDayAndTime(of.createdAt)}`}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

/** The text of a comment, with its mentions marked. */
function CommentText({ text, mentions }: { text: string; mentions: readonly Mentionable[] }) {
  let at = 0
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {partsOf(text, mentions).map((part) => {
        at += part.text.length
        return part.isMention ? (
          <bdi key={at} className="font-semibold text-accent">
            {part.text}
          </bdi>
        ) : (
          part.text
        )
      })}
    </p>
  )
}

/** When a comment was changed, and what it said before. */
function EarlierTexts({ comment }: { comment: Comment }) {
  const [isOpen, setOpen] = useState(false)
  const { token } = useAuth()
  const { data } = useQuery({ ...commentVersionsQuery(token, comment), enabled: isOpen })
  return (
    <details className="text-ink-muted text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-9 cursor-pointer py-1.5 hover:text-accent max-md:min-h-11 max-md:py-3">
        Changed {formatShortDayAndTime(comment.editedAt ?? '')}, earlier texts
      </summary>
      <ol aria-label="Earlier texts, newest first" className="grid list-none gap-2 p-0">
        {data?.versions.map(({ text, until }) => (
          <li key={until} className="border-line border-l-2 pl-3">
            <p>
              Until <time dateTime={until}>{formatShortDayAndTime(until)}</time>
            </p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ink">
              {text}
            </p>
          </li>
        ))}
      </ol>
    </details>
  )
}
