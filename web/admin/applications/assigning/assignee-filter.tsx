import { useQuery } from '@tanstack/react-query'
import { ASSIGNED_TO_ME } from '../../../../contract/applications/application-terms.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { useOwn } from '../../../session/use-may.ts'
import { SelectField } from '../../../ui/form/field.tsx'
import type { ListView } from '../list-view.ts'
import { assigneesQuery } from './assignees-api.ts'
import { useKeptPlace } from './use-kept-place.ts'

type AssigneeFilterProps = Pick<ListView, 'assigned'> & { onChange: (change: Pick<ListView, 'assigned'>) => void }

/** Whose applications the list has. Nothing where there is only one person. */
export function AssigneeFilter({ assigned, onChange }: AssigneeFilterProps) {
  const { token } = useAuth()
  const { id: own } = useOwn()
  const { data: people } = useQuery(assigneesQuery(token))
  const others = people?.filter(({ id }) => id !== own) ?? []
  const isShown = useKeptPlace('assigneeFilter', people && others.length > 0)
  if (!isShown && assigned === '') return null
  const isKnown = assigned === '' || assigned === ASSIGNED_TO_ME || others.some(({ id }) => String(id) === assigned)
  return (
    <SelectField
      label="Assigned to"
      labelPlace="before"
      isStandalone
      className="assignee-filter md:[&>label]:sr-only"
      value={assigned}
      onChange={(event) => onChange({ assigned: event.target.value })}
    >
      <option value="">All people</option>
      <option value={ASSIGNED_TO_ME}>Mine</option>
      {!isKnown && <option value={assigned}>Someone else</option>}
      {others.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
