import { useEffect, useState } from 'react'
import type { ListedApplication } from '../../../../contract/applications/application-list.ts'

/** How long a row takes to leave; also the duration of its animation in `application-row.css`. */
const LEAVING_MS = 160

/** A row, the key of its element, and whether it has left the list and is only still in motion. */
type ShownRow = { application: ListedApplication; key: number; isLeaving: boolean }

type Leaving = { application: ListedApplication; index: number }

/**
 * The rows of a page, with those that have just left it: they stay in their places for a moment, in motion. The list
 * itself changes at once.
 * @param page names the page; the rows of another page replace each other without motion
 */
export function useLeavingRows(page: string, applications: ListedApplication[]): ShownRow[] {
  const [shown, setShown] = useState(() => ({
    page,
    applications,
    leaving: [] as Leaving[],
    keys: keysOf(applications),
  }))
  if (shown.page !== page || shown.applications !== applications) {
    const leaving = shown.page === page && !isStill() ? leavingOf(shown, applications) : []
    const rows = [...applications, ...leaving.map(({ application }) => application)]
    setShown({ page, applications, leaving, keys: keysOf(rows, shown.keys, shown.page === page) })
  }
  const { leaving, keys } = shown
  useEffect(() => {
    if (leaving.length === 0) return
    const timer = setTimeout(() => setShown((now) => ({ ...now, leaving: [] })), LEAVING_MS)
    return () => clearTimeout(timer)
  }, [leaving])
  const rows = withLeaving(shown.applications, leaving)
  return rows.map((row) => ({ ...row, key: keys.get(row.application.id) as number }))
}

/**
 * The keys of rows by the ids of their applications. On one page a row keeps its element. The rows of another page take
 * over the elements of the page before, which costs the browser a fifth less than new ones (`docs/decisions/0123`).
 */
export function keysOf(
  rows: ListedApplication[],
  before: ReadonlyMap<number, number> = new Map(),
  isSamePage = false,
): Map<number, number> {
  const free = [...before.values()]
  let unused = Math.max(-1, ...free) + 1
  return new Map(rows.map(({ id }, index) => [id, (isSamePage ? before.get(id) : free[index]) ?? unused++]))
}

/** The rows that were shown and are not listed any more, by the index that they had. */
export function leavingOf(
  before: { applications: ListedApplication[]; leaving: Leaving[] },
  applications: ListedApplication[],
): Leaving[] {
  const listed = new Set(applications.map(({ id }) => id))
  const gone = before.applications.map((application, index) => ({ application, index }))
  const goneIds = new Set(gone.map(({ application }) => application.id))
  return [...before.leaving.filter(({ application }) => !goneIds.has(application.id)), ...gone]
    .filter(({ application }) => !listed.has(application.id))
    .sort((one, other) => one.index - other.index)
}

function withLeaving(applications: ListedApplication[], leaving: Leaving[]): Array<Omit<ShownRow, 'key'>> {
  const rows = applications.map((application) => ({ application, isLeaving: false }))
  for (const { application, index } of leaving) rows.splice(index, 0, { application, isLeaving: true })
  return rows
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
