import type { Sort } from '../list-view.ts'

/** A sortable column. */
export type SortColumn = 'name' | 'date' | 'status'

/** The label of each sort order. */
export const SORT_NAMES: Record<Sort, string> = {
  '-date': 'Newest first',
  date: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  status: 'Status, A to Z',
  '-status': 'Status, Z to A',
  interview: 'Next interview',
}

/** The direction in which a sort order sorts a column; undefined if it sorts by another column. */
export function directionOf(sort: Sort, column: SortColumn): 'ascending' | 'descending' | undefined {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : undefined
}

/** The sort order after a click on a column head: reversed, or the column's default. */
export function nextSort(sort: Sort, column: SortColumn): Sort {
  const direction = directionOf(sort, column)
  if (direction === undefined) return column === 'date' ? '-date' : column
  return direction === 'ascending' ? `-${column}` : column
}
