import { useQuery } from '@tanstack/react-query'
import type { Application } from '../../../../contract/applications/application.ts'
import { seesApplications } from '../../../../contract/team/assignments.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { assigneesQuery } from './assignees-api.ts'
import { PersonOptions } from './person-options.tsx'
import { useAssign } from './use-assign.ts'

/** Who takes care of an application, to be chosen: oneself first, then everyone else who sees it. */
export function AssigneeSelect({ application }: { application: Application }) {
  const { token } = useAuth()
  const { data = [] } = useQuery(assigneesQuery(token))
  const { mutate, isPending, variables } = useAssign()
  const { assignee } = application
  const people = data.filter((person) => seesApplications(person, application.jobId))
  const chosen = isPending ? variables.person : assignee
  // One who was given it and no longer sees it: shown, and not to be chosen again.
  const isGone = chosen !== null && chosen !== undefined && !people.some(({ id }) => id === chosen.id)
  return (
    <select
      aria-label="Assigned to"
      aria-busy={isPending || undefined}
      className="h-11 w-full max-w-60 rounded-md border border-control bg-panel px-2 dense:h-8 dense:text-sm"
      value={chosen?.id ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const person = people.find(({ id }) => String(id) === value)
        if (!isPending && (person || value === '')) mutate({ applications: [application], person })
      }}
    >
      <option value="">No one yet</option>
      {isGone && (
        <option value={chosen.id} disabled>
          {chosen.name}
          {data.length > 0 && ' (does not see it any more)'}
        </option>
      )}
      <PersonOptions people={people} />
    </select>
  )
}
