import { useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { ADMIN_PAGE } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { useKeepFocus } from '../../../ui/focus/keep-focus.ts'
import { SortHead } from '../../../ui/table/sort-head.tsx'
import type { ListRow } from '../application-list-api.ts'
import { type JobTitles, positionOf } from '../application-texts.ts'
import { type ListView, readListView, type Sort, writeListView } from '../list-view.ts'
import { openedFrom } from '../review/use-review-address.ts'
import type { Selection } from '../selecting/selection.ts'
import type { SelectionActions } from '../selecting/use-selection.ts'
import { directionOf, nextSort, SORT_NAMES, type SortColumn } from './list-sort.ts'
import { ApplicationRow, dashboardAddress } from './row/application-row.tsx'
import type { RowActions } from './row/row-menu.tsx'
import { rowPress } from './row/row-press.ts'
import { useLeavingRows } from './row/use-leaving-rows.ts'
import { useRowKeys } from './row/use-row-keys.ts'

/**
 * Nine columns behind the tick box. application-row.css has their widths; application-row-narrow.css hides those that the
 * details repeat.
 */
const COLUMNS: Array<{ name: string; sort?: SortColumn }> = [
  { name: 'Name', sort: 'name' },
  { name: 'Email' },
  { name: 'Phone' },
  { name: 'Job Position' },
  { name: 'Note' },
  { name: 'Status', sort: 'status' },
  { name: 'Date Applied', sort: 'date' },
  { name: 'Resume' },
  { name: 'Actions' },
]

/** What the table shows; titles by id are undefined while the postings are loading. */
export type ApplicationsTableProps = {
  applications: ListRow[]
  /** Those of them that can be selected. */
  own: ListRow[]
  /** Names the page of the list. */
  page: string
  titles: JobTitles | undefined
  tab: ListView['tab']
  sort: Sort
  onSort: (sort: Sort) => void
  actions: RowActions
  selection: Selection
  /** Undefined where rows cannot be selected. */
  selecting: SelectionActions | undefined
  /** Whether the person decides about any application; without, there is no column of tick boxes. */
  hasTicks: boolean
  /** Id of the application whose resume is being downloaded. */
  downloading: number | undefined
}

/** The applications, one to a row; under 768 px one to a card. */
export function ApplicationsTable(props: ApplicationsTableProps) {
  const { applications, own, page, titles, tab, sort, onSort, actions, selection, downloading, hasTicks } = props
  const selecting = hasTicks ? props.selecting : undefined
  const rows = useLeavingRows(page, applications)
  const ids = useMemo(() => applications.flatMap(({ id, gone }) => (gone === 'erased' ? [] : id)), [applications])
  const [, navigate] = useLocation()
  const list = writeListView(readListView(useSearch()))
  const addressOf = (id: number) => pathTo(ADMIN_PAGE.review, id) + list
  const open = (id: number, isNewTab: boolean) => {
    if (isNewTab) window.open(addressOf(id), '_blank')
    else navigate(addressOf(id), { state: openedFrom(dashboardAddress()) })
  }
  const press = rowPress(open)
  const { reachable, handlers } = useRowKeys(ids, open, (from, to) => selecting?.extend(from, to))
  const table = useKeepFocus<HTMLTableElement>()
  return (
    <table ref={table} className="data-table applications" data-tab={tab} data-unticked={!hasTicks || undefined}>
      <caption className="sr-only">Applications. Arrow keys move between rows, Enter opens the review.</caption>
      <colgroup>
        <col span={hasTicks ? 6 : 5} />
        <col span={4} />
      </colgroup>
      <thead>
        <tr>
          {hasTicks && (
            <td>{selecting && own.length > 0 && <TickAll {...{ applications: own, selection, selecting }} />}</td>
          )}
          {COLUMNS.map(({ name, sort: column }) =>
            column ? (
              <SortHead
                key={name}
                label={name}
                hint={`Sort: ${SORT_NAMES[nextSort(sort, column)]}`}
                direction={directionOf(sort, column)}
                onSort={() => onSort(nextSort(sort, column))}
              />
            ) : (
              <th key={name} scope="col" data-label={name}>
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody {...handlers} {...press}>
        {rows.map(({ application, key, isLeaving }) => (
          <ApplicationRow
            key={key}
            application={application}
            position={titles && positionOf(application, titles)}
            address={addressOf(application.id)}
            actions={actions}
            selecting={own.includes(application) || selection.has(application.id) ? selecting : undefined}
            hasTicks={hasTicks}
            isSelected={selection.has(application.id)}
            isLeaving={isLeaving}
            isDownloading={downloading === application.id}
            isReachable={reachable === application.id}
          />
        ))}
      </tbody>
    </table>
  )
}

type TickAllProps = { applications: ListRow[]; selection: Selection; selecting: SelectionActions }

/** Selects all rows that are shown and may be, or takes them out. */
function TickAll({ applications, selection, selecting }: TickAllProps) {
  const box = useRef<HTMLInputElement>(null)
  const selected = applications.filter(({ id }) => selection.has(id)).length
  const isAll = selected === applications.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && !isAll
  }, [selected, isAll])
  return (
    <label className="tick">
      <input
        ref={box}
        type="checkbox"
        aria-label="Select all rows shown"
        checked={isAll}
        onChange={() => selecting.set(applications, !isAll)}
      />
    </label>
  )
}
