import { useQuery } from '@tanstack/react-query'
import type { Application } from '../../../contract/applications/application.ts'
import { useAuth } from '../../session/use-auth.ts'
import { TagChip } from './tag-chip.tsx'
import { tagsQuery } from './tags-api.ts'

/** The first tag of an application in a row, and how many more there are; all are a number where a word has no room. */
export function RowTags({ tagIds }: Pick<Application, 'tagIds'>) {
  const { token } = useAuth()
  const { data = [] } = useQuery(tagsQuery(token))
  const tags = data.filter(({ id }) => tagIds.includes(id))
  const [first] = tags
  if (!first) return null
  const names = tags.map(({ name }) => name).join(', ')
  return (
    <span className="row-tags" title={names}>
      <span className="sr-only">tagged {names}</span>
      <span aria-hidden="true" className="first-tag">
        <TagChip tag={first} />
        {tags.length > 1 && `+${tags.length - 1}`}
      </span>
      <span aria-hidden="true" className="tag tag-number" data-many={tags.length > 1 || undefined}>
        {tags.length === 1 ? '1 tag' : `${tags.length} tags`}
      </span>
    </span>
  )
}
