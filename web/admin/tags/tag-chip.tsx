import type { ReactNode } from 'react'
import type { Tag } from '../../../contract/team/tags.ts'
import './tags.css'

/** A tag: its word in its color. */
export function TagChip({ tag, children }: { tag: Pick<Tag, 'name' | 'color'>; children?: ReactNode }) {
  return (
    <span className="tag" data-color={tag.color}>
      <bdi className="tag-name">{tag.name}</bdi>
      {children}
    </span>
  )
}
