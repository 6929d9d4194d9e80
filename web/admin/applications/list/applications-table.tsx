import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { Application } from '../../../../contract/application.ts'
import { PAGE, pathTo } from '../../../../contract/paths.ts'
import { SortHead } from '../../../ui/table/sort-head.tsx'
import { jobPositionOf } from '../application-texts.ts'
import { ApplicationRow } from './application-row.tsx'
import { directionOf, nextSort, SORT_NAMES, type SortColumn } from './list-sort.ts'
import type { ListView, Sort } from './list-view.ts'
import type { RowActions } from './row-menu.tsx'
import { useRowKeys } from './use-row-keys.ts'

/**
 * Nine columns in 1160 px: the widths keep a phone number, a status and a date on one line. On narrower screens
 * dashboard.css hides columns that the details repeat.
 */
const COLUMNS: Array<{ name: string; width?: string; sort?: SortColumn }> = [
  { name: 'Name', width: '8.25rem', sort: 'name' },
  { name: 'Email' },
  { name: 'Phone', width: '8.75rem' },
  { name: 'Job Position' },
  { name: 'Note' },
  { name: 'Status', width: '7.625rem', sort: 'status' },
  { name: 'Date Applied', width: '7.25rem', sort: 'date' },
  { name: 'Resume', width: '4.2rem' },
  { name: 'Actions', width: '7rem' },
]

/** What the table shows; titles by id are undefined while the postings are loading. */
export type ApplicationsTableProps = {
  applications: Application[]
  titles: ReadonlyMap<number, string> | undefined
  sort: ListView['sort']
  onSort: (sort: Sort) => void
  actions: RowActions
  /** Id of the application whose resume is being downloaded. */
  downloading: number | undefined
}

/** The applications, one to a row; under 768 px one to a card. */
export function ApplicationsTable(props: ApplicationsTableProps) {
  const { applications, titles, sort, onSort, actions, downloading } = props
  const ids = useMemo(() => applications.map(({ id }) => id), [applications])
  const [, navigate] = useLocation()
  const { reachable, handlers } = useRowKeys(ids, (id) => navigate(pathTo(PAGE.review, id) + window.location.search))
  return (
    <table className="data-table applications">
      <caption className="sr-only">Applications. Arrow keys move between rows, Enter opens the review.</caption>
      <thead>
        <tr>
          {COLUMNS.map(({ name, width, sort: column }) =>
            column ? (
              <SortHead
                key={name}
                label={name}
                hint={`Sort: ${SORT_NAMES[nextSort(sort, column)]}`}
                width={width}
                direction={directionOf(sort, column)}
                onSort={() => onSort(nextSort(sort, column))}
              />
            ) : (
              <th key={name} scope="col" style={{ width }}>
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody {...handlers}>
        {applications.map((application) => (
          <ApplicationRow
            key={application.id}
            application={application}
            position={titles && jobPositionOf(application, titles)}
            actions={actions}
            isDownloading={downloading === application.id}
            isReachable={reachable === application.id}
          />
        ))}
      </tbody>
    </table>
  )
}
