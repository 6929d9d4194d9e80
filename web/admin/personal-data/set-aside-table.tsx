import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import type { BringBack, SetAside } from '../../../contract/personal-data/retention-rules.ts'
import { RETENTION } from '../../../contract/wire/limits.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatCalendarDay } from '../../ui/text/date-formats.ts'
import { PersonLink } from './person-link.tsx'
import { setAsideQuery, useBringBack } from './personal-data-api.ts'
import { countApplications, countPeople } from './retention-texts.ts'

/** Who is set aside, until when, and the way back. */
export function SetAsidePeople() {
  const { token } = useAuth()
  const [page, setPage] = useState(1)
  const query = useQuery(setAsideQuery(token, page))
  return (
    <Loaded
      query={query}
      loading={<p role="status">Loading who is set aside...</p>}
      failure="It could not be read who is set aside."
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
  const isBusy = (body: BringBack) => back.isPending && JSON.stringify(back.variables) === JSON.stringify(body)
  return (
    <>
      <table className="data-table" aria-label="Set aside">
        <TableHead columns={COLUMNS} />
        <tbody>
          {[...Map.groupBy(list, ({ eraseOn }) => eraseOn)].map(([eraseOn, people]) => (
            <Fragment key={eraseOn}>
              <tr>
                <th scope="rowgroup" colSpan={COLUMNS.length} className="font-normal">
                  <span className="flex flex-wrap items-center justify-between gap-x-4">
                    <span className="text-ink-muted text-sm">Erased on {formatCalendarDay(eraseOn)}</span>
                    <Button tone="quiet" className="-mr-2" onClick={() => setDay(eraseOn)}>
                      Bring all of this day back...
                    </Button>
                  </span>
                </th>
              </tr>
              {people.map(({ applicationId, name, applications }) => (
                <tr key={applicationId}>
                  <th scope="row" data-label="Name" className="wrap-anywhere font-semibold md:min-w-48">
                    <PersonLink {...{ applicationId, name }} />
                  </th>
                  <td data-label="Applications">{applications}</td>
                  <td data-label="Actions">
                    <Button
                      tone="quiet"
                      className="-ml-2"
                      aria-label={`Bring back ${name}`}
                      isBusy={isBusy({ applications: [applicationId] })}
                      onClick={() => back.mutate({ applications: [applicationId] })}
                    >
                      Bring back
                    </Button>
                  </td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {day !== undefined && (
        <ConfirmDialog
          title="Bring all of this day back?"
          question={`Everybody who is to be erased on ${formatCalendarDay(day)} comes back into the lists. Their whole period is counted again from today.`}
          action="Bring back"
          onConfirm={() => back.mutate({ eraseOn: day })}
          onClose={() => setDay(undefined)}
        />
      )}
    </>
  )
}
