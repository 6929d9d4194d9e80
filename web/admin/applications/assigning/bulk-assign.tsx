import { useQuery } from '@tanstack/react-query'
import type { Application } from '../../../../contract/applications/application.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { assigneesQuery } from './assignees-api.ts'
import { PersonOptions } from './person-options.tsx'
import { useAssign } from './use-assign.ts'

type BulkAssignProps = {
  applications: readonly Application[]
  isUnavailable: boolean
  /** Called once the request is on its way. */
  onAssigned: () => void
}

/** Assigns the selected applications. Those that the chosen person does not see are named afterwards, and stay as they are. */
export function BulkAssign({ applications, isUnavailable, onAssigned }: BulkAssignProps) {
  const { token } = useAuth()
  const { data: people = [] } = useQuery(assigneesQuery(token))
  const { mutate } = useAssign()
  return (
    <select
      aria-label="Assign to"
      className="bulk-assign"
      disabled={isUnavailable}
      value=""
      onChange={({ currentTarget: { value } }) => {
        mutate({ applications, person: people.find(({ id }) => String(id) === value) })
        onAssigned()
      }}
    >
      <option value="" disabled hidden>
        Assign to...
      </option>
      <PersonOptions people={people} />
      <option value="nobody">No one</option>
    </select>
  )
}
