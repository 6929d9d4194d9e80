import { useId } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { countApplications } from '../applications/changes/change-texts.ts'
import { TagChip } from './tag-chip.tsx'
import { isChanged, type TagRowProps } from './tag-draft.ts'
import { TagEditor } from './tag-editor.tsx'

/** A tag with the number of its applications; its editor opens below. */
export function TagRow(props: TagRowProps) {
  const { tag, draft, isOpen, onToggle } = props
  const editorId = useId()
  return (
    <li className="tag-row" data-open={isOpen || undefined}>
      <div className="tag-line">
        <span className="flex min-w-0 items-center gap-2">
          <TagChip tag={draft && draft.name.trim() !== '' ? draft : tag} />
          {draft && !isOpen && isChanged(draft) && <Badge tone="amber">not saved</Badge>}
        </span>
        <span className="tag-count">{countApplications(tag.applications)}</span>
        <Button
          tone="quiet"
          data-edits={tag.id}
          aria-expanded={isOpen}
          aria-controls={isOpen ? editorId : undefined}
          aria-label={`Edit ${tag.name}`}
          onClick={onToggle}
        >
          Edit
        </Button>
      </div>
      {isOpen && draft && (
        <div id={editorId} className="tag-editor">
          <TagEditor {...props} draft={draft} />
        </div>
      )}
    </li>
  )
}
