import { useQuery } from '@tanstack/react-query'
import type { Application } from '../../../contract/applications/application.ts'
import { useAuth } from '../../session/use-auth.ts'
import { tagsQuery } from './tags-api.ts'
import { MANAGE_TAGS, useTagManager } from './use-tag-manager.tsx'
import { useTagging } from './use-tagging.ts'

type BulkTagProps = {
  applications: readonly Application[]
  isUnavailable: boolean
  /** Called once the request is on its way. */
  onTagged: () => void
}

/** Puts a tag on the selected applications, or takes it off. Nothing where there are no tags. */
export function BulkTag({ applications, isUnavailable, onTagged }: BulkTagProps) {
  const { token } = useAuth()
  const { data: tags = [] } = useQuery(tagsQuery(token))
  const { write } = useTagging()
  const manager = useTagManager()
  if (tags.length === 0 && !manager.dialog) return null
  const removable = tags.filter(({ id }) => applications.some(({ tagIds }) => tagIds.includes(id)))
  const choose = (value: string) => {
    if (value === MANAGE_TAGS) return manager.open?.()
    const [verb, id] = value.split(':')
    const chosen = tags.filter((tag) => String(tag.id) === id)
    write({ applications, ...(verb === 'put' ? { put: chosen } : { take: chosen }) })
    onTagged()
  }
  return (
    <>
      <select
        aria-label="Tag"
        className="bulk-assign"
        disabled={isUnavailable}
        value=""
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="" disabled hidden>
          Tag...
        </option>
        <optgroup label="Put on">
          {tags.map(({ id, name }) => (
            <option key={id} value={`put:${id}`}>
              {name}
            </option>
          ))}
        </optgroup>
        {removable.length > 0 && (
          <optgroup label="Take off">
            {removable.map(({ id, name }) => (
              <option key={id} value={`take:${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
        {manager.open && <option>{MANAGE_TAGS}</option>}
      </select>
      {manager.dialog}
    </>
  )
}
