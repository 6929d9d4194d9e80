import type { NewTag, Tag } from '../../../contract/team/tags.ts'
import type { ToastMessage } from '../../ui/toast/toast-store.ts'

/** What a tag is to become, and the tag as it was when that was begun. */
export type TagDraft = NewTag & { tag: Tag }

/** Whether anything would be lost with a draft. */
export function isChanged({ tag, name, color }: TagDraft): boolean {
  return name !== tag.name || color !== tag.color
}

/** What a row and its editor take. */
export type TagRowProps = {
  tag: Tag
  others: readonly Tag[]
  draft: TagDraft | undefined
  isOpen: boolean
  onToggle: () => void
  onEdit: (draft: TagDraft) => void
  /** Called when the work on the tag is done: the row that gets the focus, and what to say. */
  onEnd: (next: number | undefined, said?: ToastMessage) => void
}
