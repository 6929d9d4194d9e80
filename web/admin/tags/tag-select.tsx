import { useQuery } from '@tanstack/react-query'
import { useAuth } from '../../session/use-auth.ts'
import { SelectField } from '../../ui/form/field.tsx'
import { tagsQuery } from './tags-api.ts'
import { MANAGE_TAGS, useTagManager } from './use-tag-manager.tsx'

/** Value of the choice that ends the filter. */
const NONE = 'none'

/** What the filter takes. */
export type TagFilterProps = {
  /** Ids, parted by commas. */
  tags: string
  onChange: (change: { tags: string }) => void
}

/** The tags that the list is filtered by: a choice adds one, ends it, or opens the dialog of tags. */
export function TagSelect({ tags: chosen, onChange }: TagFilterProps) {
  const { token } = useAuth()
  const { data: tags = [] } = useQuery(tagsQuery(token))
  const ids = chosen === '' ? [] : chosen.split(',')
  const manager = useTagManager()
  const names = tags.filter(({ id }) => ids.includes(String(id))).map(({ name }) => name)
  const toggle = (id: string) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  const choose = (value: string) => {
    if (value === MANAGE_TAGS) manager.open?.()
    else onChange({ tags: value === NONE ? '' : toggle(value).join(',') })
  }
  return (
    <>
      <SelectField
        label="Tags"
        labelPlace="before"
        isStandalone
        className="tag-filter md:[&>label]:sr-only"
        value=""
        onChange={({ target }) => choose(target.value)}
      >
        <option value="" hidden>
          {ids.length === 0 ? 'All tags' : names.join(' and ') || 'Unknown tag'}
        </option>
        {ids.length > 0 && <option value={NONE}>All tags</option>}
        {tags.map(({ id, name }) => (
          <option key={id} value={id}>
            {ids.includes(String(id)) && '✓ '}
            {name}
          </option>
        ))}
        {manager.open && <option>{MANAGE_TAGS}</option>}
      </SelectField>
      {manager.dialog}
    </>
  )
}
