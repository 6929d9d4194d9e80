import { useQuery } from '@tanstack/react-query'
import type { Application } from '../../../contract/applications/application.ts'
import { useAuth } from '../../session/use-auth.ts'
import { TagChip } from './tag-chip.tsx'
import { tagsQuery } from './tags-api.ts'

/** Tags that a row shows by name: two would leave each too few letters. */
const SHOWN = 1

/** The first tags of an application in a row, and how many more there are. */
export function RowTags({ tagIds }: Pick<Application, 'tagIds'>) {
  const { token } = useAuth()
  const { data = [] } = useQuery(tagsQuery(token))
  const tags = data.filter(({ id }) => tagIds.includes(id))
  if (tags.length === 0) return null
  const more = tags.slice(SHOWN)
  const names = tags.map(({ name }) => name).join(', ')
  return (
    <span className="row-tags" title={names}>
      <span className="sr-only">tagged {names}</span>
      <span aria-hidden="true" className="contents">
        {tags.slice(0, SHOWN).map((tag) => (
          <TagChip key={tag.id} tag={tag} />
        ))}
        {more.length > 0 && <span className="font-mono text-ink-muted text-sm">+{more.length}</span>}
      </span>
    </span>
  )
}
