import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Tag } from '../../../contract/team/tags.ts'
import { TAG } from '../../../contract/wire/limits.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { DiscardQuestion } from '../../ui/dialog/discard-question.tsx'
import { toast } from '../../ui/toast/toast.ts'
import type { ToastMessage } from '../../ui/toast/toast-store.ts'
import { isChanged, type TagDraft } from './tag-draft.ts'
import { TagRow } from './tag-row.tsx'
import { tagsQuery } from './tags-api.ts'
import './tag-manager.css'

/** All tags, to be renamed, recolored, merged and deleted. What is typed stays until it is saved or discarded. */
export function TagManager({ onClose }: { onClose: () => void }) {
  const { token } = useAuth()
  const { data } = useQuery(tagsQuery(token))
  const [drafts, setDrafts] = useState<ReadonlyMap<number, TagDraft>>(new Map())
  const [openId, setOpenId] = useState<number | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const list = useRef<HTMLUListElement>(null)

  const isDirty = [...drafts.values()].some(isChanged)
  // A tag that others have deleted stays while its draft is open.
  const gone = [...drafts.values()].map(({ tag }) => tag).filter(({ id }) => data?.every((one) => one.id !== id))
  // One that is open keeps its place, and with it the focus, whatever others do to it.
  const placeOf = ({ id, name }: Tag) => drafts.get(id)?.tag.name ?? name
  const tags = [...(data ?? []), ...gone].toSorted(
    (one, other) => placeOf(one).localeCompare(placeOf(other)) || one.id - other.id,
  )
  const edit = (draft: TagDraft) => setDrafts((all) => new Map(all).set(draft.tag.id, draft))
  const drop = (id: number) => {
    setDrafts((all) => new Map([...all].filter(([other]) => other !== id)))
    setOpenId((open) => (open === id ? null : open))
  }
  const toggle = (tag: Tag) => {
    // What others do meanwhile shows where nothing was typed.
    const typed = [...drafts].filter(([, draft]) => isChanged(draft))
    const begun = { tag, name: tag.name, color: tag.color }
    const isOpening = openId !== tag.id
    setDrafts(new Map(isOpening ? [[tag.id, begun], ...typed] : typed))
    setOpenId(isOpening ? tag.id : null)
  }
  /** Ends the work on a tag, with the focus on a row that is still there, and says what was done. */
  const end = (id: number, next: number | undefined, said?: ToastMessage) => {
    flushSync(() => drop(id))
    const row = list.current?.querySelector<HTMLElement>(`[data-edits="${next}"]`)
    const close = list.current?.closest('[role=dialog]')?.querySelector('button')
    ;(row ?? close)?.focus()
    if (said) toast(said)
  }
  return (
    <Dialog
      title="Manage tags"
      description={`A change shows on all applications at once. ${tags.length} of ${TAG.most} tags.`}
      staysOpenOnOutsideClick={isDirty}
      onClose={() => (isDirty ? setLeaving(true) : onClose())}
    >
      {data && tags.length === 0 && (
        <p>No tags yet. Type one into “Add a tag” on the page of an application, and it is made.</p>
      )}
      <ul ref={list} aria-label="Tags" className="tag-list">
        {tags.map((tag) => (
          <TagRow
            key={tag.id}
            tag={tag}
            others={(data ?? []).filter(({ id }) => id !== tag.id)}
            draft={drafts.get(tag.id)}
            isOpen={openId === tag.id}
            onToggle={() => toggle(tag)}
            onEdit={edit}
            onEnd={(next, said) => end(tag.id, next, said)}
          />
        ))}
      </ul>
      {isLeaving && <DiscardQuestion onDiscard={onClose} onClose={() => setLeaving(false)} />}
    </Dialog>
  )
}
