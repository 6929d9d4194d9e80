import type { ApplicationListQuery } from '../../contract/application-list.ts'
import { PAGE_SIZE } from '../../contract/limits.ts'
import type { Db } from '../database/tables.ts'
import { countApplications, listApplicationPage } from './application-list-queries.ts'
import type { ApplicationWithResume } from './application-queries.ts'
import { readCursor, writeCursor } from './list-cursor.ts'

/** One page of a list: its rows, how many the whole list has, and the cursor of the next page, if there is one. */
export type ApplicationPage = { rows: ApplicationWithResume[]; total: number; next: string | undefined }

/**
 * Reads one page of the applications.
 * @throws {RequestError} `invalid_request` when the cursor is not one of this order
 */
export async function readApplicationPage(
  db: Db,
  { sort = '-date', limit = PAGE_SIZE.usual, cursor, ...filter }: ApplicationListQuery,
): Promise<ApplicationPage> {
  const after = cursor === undefined ? undefined : readCursor(sort, cursor)
  // One row more than asked for tells whether there is a next page.
  const found = await listApplicationPage(db, { filter, sort, ...(after && { after }), limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows,
    total: await countApplications(db, filter),
    next: last && writeCursor(sort, { key: last.sort_key, id: last.id }),
  }
}
