import { useState } from 'react'
import type { Person } from '../../../contract/accounts/people.ts'
import { ROLE_NAMES } from '../../../contract/accounts/roles.ts'
import { readUser } from '../../api/auth-store.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatDay, formatDayAndTime, formatTime } from '../../ui/text/date-formats.ts'
import { AssignedPostings } from './assigned-postings.tsx'
import { useAccessChange } from './people-api.ts'
import { nameOf } from './people-query.ts'
import { describeFactors, isLastOwner } from './people-texts.ts'

const COLUMNS = ['Name', 'Role', 'Postings', 'Second step', 'Last seen', 'State', 'Actions']

type PeopleTableProps = { people: readonly Person[]; onEdit: (person: Person) => void }

/** Who has an account; cards on a phone. */
export function PeopleTable({ people, onEdit }: PeopleTableProps) {
  const [toDeactivate, setToDeactivate] = useState<Person>()
  const [toReset, setToReset] = useState<Person>()
  const deactivation = useAccessChange('deactivate')
  const removal = useAccessChange('removeFactors')
  return (
    <>
      <table className="data-table">
        <TableHead columns={COLUMNS} />
        <tbody>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isLast={isLastOwner(person, people)}
              onEdit={() => onEdit(person)}
              onDeactivate={() => setToDeactivate(person)}
              onRemoveFactors={() => setToReset(person)}
            />
          ))}
        </tbody>
      </table>
      {toDeactivate && (
        <ConfirmDialog
          title={toDeactivate.id === readUser()?.id ? 'Deactivate yourself?' : 'Deactivate this person?'}
          question={`${nameOf(toDeactivate)} is signed out at once, cannot sign in, and gets no digest and no calendar feed. Feedback, history and messages stay, under the same name. You can reactivate the account later.`}
          action="Deactivate"
          onConfirm={() => deactivation.mutate(toDeactivate)}
          onClose={() => setToDeactivate(undefined)}
        />
      )}
      {toReset && (
        <ConfirmDialog
          title="Remove the second step?"
          question={`For a phone that is lost: ${nameOf(toReset)} is signed out everywhere, and the password alone signs in until a new second step is set up. Make sure that it is ${nameOf(toReset)} who asks you.`}
          action="Remove"
          onConfirm={() => removal.mutate(toReset)}
          onClose={() => setToReset(undefined)}
        />
      )}
    </>
  )
}

type PersonRowProps = {
  person: Person
  isLast: boolean
  onEdit: () => void
  onDeactivate: () => void
  onRemoveFactors: () => void
}

function PersonRow({ person, isLast, onEdit, onDeactivate, onRemoveFactors }: PersonRowProps) {
  const { username, displayName, role, deactivatedAt, lastSeenAt } = person
  return (
    <tr className={deactivatedAt === null ? undefined : 'text-ink-muted'}>
      <th scope="row" data-label="Name" className="wrap-anywhere font-semibold md:min-w-28">
        <bdi>{nameOf(person)}</bdi>
        {person.id === readUser()?.id && <span className="font-normal text-ink-muted"> (you)</span>}
        {displayName !== null && (
          <span className="block font-mono font-normal text-ink-muted">
            <bdi>{username}</bdi>
          </span>
        )}
      </th>
      <td data-label="Role" className="lg:whitespace-nowrap">
        {ROLE_NAMES[role]}
      </td>
      <td data-label="Postings" className="wrap-anywhere max-md:empty:hidden">
        {role === 'hiring_manager' && <AssignedPostings assignments={person.assignments} />}
      </td>
      <td data-label="Second step">{describeFactors(person)}</td>
      <td data-label="Last seen">
        {lastSeenAt === null ? (
          'Never'
        ) : (
          <time dateTime={lastSeenAt} title={formatDayAndTime(lastSeenAt)}>
            <span className="whitespace-nowrap">{formatDay(lastSeenAt)}</span>{' '}
            <span className="whitespace-nowrap">{formatTime(lastSeenAt)}</span>
          </time>
        )}
      </td>
      <td data-label="State">
        {deactivatedAt === null ? (
          'Active'
        ) : (
          <span>
            Deactivated <span className="whitespace-nowrap">{formatDay(deactivatedAt)}</span>
          </span>
        )}
      </td>
      <td data-label="Actions">
        <div className="-ml-2 flex flex-wrap items-center gap-x-1">
          <Button tone="quiet" aria-label={`Edit ${nameOf(person)}`} onClick={onEdit}>
            Edit
          </Button>
          <Access person={person} isLast={isLast} onDeactivate={onDeactivate} />
          {person.secondFactors.length > 0 && person.id !== readUser()?.id && (
            <Button tone="quiet" aria-label={`Remove the second step of ${nameOf(person)}`} onClick={onRemoveFactors}>
              Remove second step
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}

type AccessProps = Pick<PersonRowProps, 'person' | 'isLast' | 'onDeactivate'>

function Access({ person, isLast, onDeactivate }: AccessProps) {
  const reactivation = useAccessChange('reactivate')
  if (isLast) return <span className="px-2 text-ink-muted">Only owner</span>
  if (person.deactivatedAt === null) {
    return (
      <Button tone="quiet" aria-label={`Deactivate ${nameOf(person)}`} onClick={onDeactivate}>
        Deactivate
      </Button>
    )
  }
  return (
    <Button
      tone="quiet"
      aria-label={`Reactivate ${nameOf(person)}`}
      isBusy={reactivation.isPending}
      onClick={() => reactivation.mutate(person)}
    >
      Reactivate
    </Button>
  )
}
