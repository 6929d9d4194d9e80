import { useEffect, useState } from 'react'
import type { ListRow } from '../../application-list-api.ts'

/** How long a row takes to leave; also the duration of its animation in `application-row.css`. */
const LEAVING_MS = 160

/** A row, the key of its element, and whether it has left the list and is only still in motion. */
type ShownRow = { application: ListRow; key: number; isLeaving: boolean }

type Leaving = { application: ListRow; index: number }

/**
 * The rows of a page, with those that have just left it: they stay in their places for a moment, in motion. The list
 * itself changes at once.
 * @param page names the page; the rows of another page replace each other without motion
 */
export function useLeavingRows(page: string, applications: ListRow[]): ShownRow[] {
  const [shown, setShown] = useState(() => ({
    page,
    applications,
    leaving: [] as Leaving[],
    keys: keysOf(applications),
  }))
  if (shown.page !== page || shown.applications !== applications) {
    const isSamePage = shown.page === page
    const leaving = isSamePage && !isStill() ? leavingOf(shown, applications) : []
    const rows = [...applications, ...leaving.map(({ application }) => application)]
    setShown({ page, applications, leaving, keys: keysOf(rows, shown.keys, isSamePage ? shown.keys : rowsInUse()) })
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
 * @param own ids of the rows whose elements stay theirs, or leave with them
 */
export function keysOf(
  rows: ListRow[],
  before: ReadonlyMap<number, number> = new Map(),
  own: Pick<ReadonlySet<number>, 'has'> = new Set(),
): Map<number, number> {
  const free = [...before].filter(([id]) => !own.has(id)).map(([, key]) => key)
  let unused = Math.max(-1, ...before.values()) + 1
  return new Map(rows.map(({ id }) => [id, (own.has(id) ? before.get(id) : free.shift()) ?? unused++]))
}

/** What a person is at in a row: the focus, a press that is not over, an open menu or tooltip. */
const IN_USE = ':is(:focus-within, :active, :has([aria-expanded=true], [aria-describedby]))'

/**
 * Ids of the rows that a person is at. Handed on, such an element would take the focus, the press, the open menu or the
 * selected text along to someone else.
 */
function rowsInUse(): Set<number> {
  const selection = getSelection()
  const rows = [...document.querySelectorAll<HTMLElement>('tr[data-id]')].filter(
    (row) => row.matches(IN_USE) || (selection?.type === 'Range' && selection.containsNode(row, true)),
  )
  return new Set(rows.map(({ dataset }) => Number(dataset.id)))
}

/** The rows that were shown and are not listed any more, by the index that they had. */
export function leavingOf(before: { applications: ListRow[]; leaving: Leaving[] }, applications: ListRow[]): Leaving[] {
  const listed = new Set(applications.map(({ id }) => id))
  const gone = before.applications.map((application, index) => ({ application, index }))
  const goneIds = new Set(gone.map(({ application }) => application.id))
  return [...before.leaving.filter(({ application }) => !goneIds.has(application.id)), ...gone]
    .filter(({ application }) => !listed.has(application.id))
    .sort((one, other) => one.index - other.index)
}

function withLeaving(applications: ListRow[], leaving: Leaving[]): Array<Omit<ShownRow, 'key'>> {
  const rows = applications.map((application) => ({ application, isLeaving: application.gone === 'erased' }))
  for (const { application, index } of leaving)
    rows.splice(index, 0, { application: { ...application, snippet: undefined }, isLeaving: true })
  return rows
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
