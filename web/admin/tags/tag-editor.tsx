import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { TAG_COLORS } from '../../../contract/team/tag-colors.ts'
import { TAG } from '../../../contract/wire/limits.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useEscape } from '../../ui/escape.ts'
import { TextField } from '../../ui/form/field.tsx'
import { MergeTag } from './merge-tag.tsx'
import { refusalOf, useTagChange, useTagDeletion } from './tag-changes-api.ts'
import type { TagDraft, TagRowProps } from './tag-draft.ts'
import { describeDeletion } from './tag-manager-texts.ts'

/** Renames, recolors, merges and deletes a tag. Escape closes it, and keeps what was typed. */
export function TagEditor(props: TagRowProps & { draft: TagDraft }) {
  const { tag, draft, others, onEdit, onEnd, onToggle } = props
  const [isDeleting, setDeleting] = useState(false)
  const change = useTagChange(tag)
  const deletion = useTagDeletion(tag)
  const { name, color } = draft

  useEscape(true, () => {
    flushSync(onToggle)
    document.querySelector<HTMLElement>(`[data-edits="${tag.id}"]`)?.focus()
  })
  const edit = (part: Partial<TagDraft>) => {
    change.reset()
    onEdit({ ...draft, ...part })
  }
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (change.isPending) return
    change.mutate(
      { name, color },
      {
        onSuccess: () => onEnd(tag.id, { title: 'Tag saved', about: name.trim() }),
        onError: () => form.querySelector('input')?.focus(),
      },
    )
  }
  const next = others.find((one) => one.name.localeCompare(tag.name) > 0) ?? others.at(-1)
  const deleting = (
    <Button tone="danger" className="justify-self-start" isBusy={deletion.isPending} onClick={() => setDeleting(true)}>
      Delete tag
    </Button>
  )
  return (
    <>
      <form noValidate aria-label={`Tag ${tag.name}`} className="grid gap-4" onSubmit={save}>
        <TextField
          ref={focusFirst}
          label="Name"
          maxLength={TAG.longest}
          autoComplete="off"
          value={name}
          error={refusalOf(change.error)}
          onChange={({ target }) => edit({ name: target.value })}
        />
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 text-ink-muted text-sm">Color</legend>
          <div className="flex flex-wrap gap-2">
            {TAG_COLORS.map((one) => (
              <label key={one} className="tag-color tag" data-color={one}>
                <input
                  type="radio"
                  name={`color-${tag.id}`}
                  checked={one === color}
                  onChange={() => edit({ color: one })}
                />
                <span className="first-letter:uppercase">{one}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isBusy={change.isPending}>
            Save
          </Button>
          <Button tone="secondary" isUnavailable={change.isPending} onClick={() => onEnd(tag.id)}>
            Cancel
          </Button>
        </div>
      </form>
      <div className="tag-ends">
        {others.length > 0 ? (
          <MergeTag tag={tag} others={others} onEnd={onEnd}>
            {deleting}
          </MergeTag>
        ) : (
          deleting
        )}
      </div>
      {isDeleting && (
        <ConfirmDialog
          title="Delete tag"
          question={describeDeletion(tag)}
          action="Delete"
          onConfirm={() =>
            deletion.mutate(undefined, {
              onSuccess: () => onEnd(next?.id, { title: 'Tag deleted', about: tag.name }),
            })
          }
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}

function focusFirst(field: HTMLInputElement | null): void {
  field?.focus()
}
