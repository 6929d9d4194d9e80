import type { Assignee } from '../../../../contract/team/assignments.ts'
import { useOwn } from '../../../session/use-may.ts'

/** People to choose from: oneself first. */
export function PersonOptions({ people }: { people: readonly Assignee[] }) {
  const { id: own } = useOwn()
  return people
    .toSorted((one, other) => Number(other.id === own) - Number(one.id === own))
    .map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
        {id === own && ' (me)'}
      </option>
    ))
}
