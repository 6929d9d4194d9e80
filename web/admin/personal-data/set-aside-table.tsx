import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { RETENTION } from '../../../contract/personal-data/personal-data-limits.ts'
import type { SetAside } from '../../../contract/personal-data/retention-rules.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useKeepFocus } from '../../ui/focus/keep-focus.ts'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatCalendarDay } from '../../ui/text/date-formats.ts'
import { PersonLink } from './person-link.tsx'
import { setAsideQuery, useBringBack } from './personal-data-api.ts'
import { countApplications, countPeople } from './retention-texts.ts'
import './people-table.css'

/** Who is set aside, until when, and the way back. @param props.expected how many people */
export function SetAsidePeople({ expected }: { expected: number }) {
  const { token } = useAuth()
  const [page, setPage] = useState(1)
  const query = useQuery(setAsideQuery(token, page))
  return (
    <Loaded
      query={query}
      loading={<TableSkeleton words="Loading who is set aside..." rows={expected === 0 ? 0 : expected + 1} isInCard />}
      failure="Who is set aside could not be loaded."
      isInCard
    >
      {(data) =>
        data.people === 0 ? (
          <p className="measure text-ink-muted">Nobody is set aside.</p>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <p className="measure">
              {countPeople(data.people)} with {countApplications(data.applications)}.
            </p>
            <SetAsideTable list={data.list} />
            {data.people > RETENTION.page && (
              <Pager
                of="Set aside"
                first={(page - 1) * RETENTION.page + 1}
                shown={data.list.length}
                total={data.people}
                hasMore={false}
                previous={page > 1 ? () => setPage(page - 1) : undefined}
                next={page * RETENTION.page < data.people ? () => setPage(page + 1) : undefined}
              />
            )}
          </div>
        )
      }
    </Loaded>
  )
}

const COLUMNS = ['Name', 'Applications', 'Actions']

function SetAsideTable({ list }: Pick<SetAside, 'list'>) {
  const [day, setDay] = useState<string>()
  const back = useBringBack()
  return (
    <>
      <table className="data-table people-table" data-of="set-aside" aria-label="Set aside">
        <TableHead columns={COLUMNS} />
        <tbody>
          {[...Map.groupBy(list, ({ eraseOn }) => eraseOn)].map(([eraseOn, people]) => (
            <Fragment key={eraseOn}>
              <tr data-day>
                <th scope="rowgroup" colSpan={COLUMNS.length} className="font-normal">
                  <span className="flex flex-wrap items-center justify-between gap-x-4">
                    <span className="text-ink-muted text-sm">To be erased on {formatCalendarDay(eraseOn)}</span>
                    <Button tone="quiet" className="-mr-2 max-md:-ml-2" onClick={() => setDay(eraseOn)}>
                      Bring all of this day back...
                    </Button>
                  </span>
                </th>
              </tr>
              {people.map((person) => (
                <PersonRow
                  key={person.applicationId}
                  person={person}
                  isBusy={back.isPending && back.variables.name === person.name}
                  onBringBack={({ applicationId, name }) => back.mutate({ applications: [applicationId], name })}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {day !== undefined && (
        <ConfirmDialog
          title="Bring all of this day back?"
          question={`Everybody who is to be erased on ${formatCalendarDay(day)} comes back into the lists. Their whole period is counted again from today.`}
          tone="primary"
          action="Bring back"
          onConfirm={() => back.mutate({ eraseOn: day })}
          onClose={() => setDay(undefined)}
        />
      )}
    </>
  )
}

type PersonRowProps = {
  person: SetAside['list'][number]
  isBusy: boolean
  onBringBack: (person: SetAside['list'][number]) => void
}

function PersonRow({ person, isBusy, onBringBack }: PersonRowProps) {
  const row = useKeepFocus<HTMLTableRowElement>(nextBringBack)
  const { applicationId, name, applications } = person
  return (
    <tr ref={row}>
      <th scope="row" data-label="Name" className="wrap-anywhere font-semibold">
        <PersonLink {...{ applicationId, name }} />
      </th>
      <td data-label="Applications">{applications}</td>
      <td data-label="Actions">
        <Button
          tone="quiet"
          className="-mr-2 whitespace-nowrap"
          aria-label={`Bring back ${name}`}
          isBusy={isBusy}
          onClick={() => onBringBack(person)}
        >
          Bring back
        </Button>
      </td>
    </tr>
  )
}

/** Of the person who takes the place of one who came back, or of the one before. */
function nextBringBack(row: HTMLElement): HTMLElement | null | undefined {
  const buttons = [...(row.closest('table')?.querySelectorAll<HTMLElement>('td button') ?? [])]
  const own = buttons.findIndex((button) => row.contains(button))
  return buttons[own + 1] ?? buttons[own - 1]
}
