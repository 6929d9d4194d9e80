import type { Sort } from './list-view.ts'

/** A column that the list can be ordered by. */
export type SortColumn = 'name' | 'date' | 'status'

/** Every order with the words for it. */
export const SORT_NAMES: Record<Sort, string> = {
  '-date': 'Newest first',
  date: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  status: 'Status, A to Z',
  '-status': 'Status, Z to A',
}

/** How an order runs through a column; undefined where it is by another column. */
export function directionOf(sort: Sort, column: SortColumn): 'ascending' | 'descending' | undefined {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : undefined
}

/** The order after a click on a column's head: turned round, or the column's usual one. */
export function nextSort(sort: Sort, column: SortColumn): Sort {
  const direction = directionOf(sort, column)
  if (direction === undefined) return column === 'date' ? '-date' : column
  return direction === 'ascending' ? `-${column}` : column
}
