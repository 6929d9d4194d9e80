import type { Kysely } from 'kysely'
import type { ApplicationListQuery } from '../../../contract/application-list.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { readInOrder } from '../../platform/database/planned-reads.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { countApplications } from './application-count-queries.ts'
import { findApplications, type ListStretch, listPositions } from './application-list-queries.ts'
import type { ApplicationWithResume } from './application-queries.ts'
import { readCursor, writeCursor } from './list-cursor.ts'
import type { FoundPage } from './search-applications.ts'
import { searchWithReference } from './search-by-reference.ts'

/** One page of a list: its rows, how many the whole list has or has at least, and the cursor of the next page, if any. */
export type ApplicationPage = Pick<FoundPage, 'total' | 'isExact'> & {
  rows: ApplicationWithResume[]
  next: string | undefined
}

/**
 * Reads one page of the applications.
 * @throws {RequestError} `invalid_request` when the cursor is not one of this order
 */
export async function readApplicationPage(
  db: Kysely<Tables>,
  { sort = '-date', limit = PAGE_SIZE.usual, cursor, q: text, ...filter }: ApplicationListQuery,
): Promise<ApplicationPage> {
  const after = cursor === undefined ? undefined : readCursor(sort, cursor)
  const stretch = { filter, sort, ...(after && { after }) }
  return readInOrder(db, async (trx) => {
    const page = await (text ? searchWithReference(trx, { ...stretch, text, limit }) : readPage(trx, stretch, limit))
    const { positions, total, isExact, next } = page
    const ids = positions.map(({ id }) => id)
    return { rows: await findApplications(trx, ids), total, isExact, next: next && writeCursor(sort, next) }
  })
}

async function readPage(db: Db, stretch: ListStretch, limit: number): Promise<FoundPage> {
  // One row more than asked for tells whether there is a next page.
  const found = await listPositions(db, stretch, limit + 1)
  const positions = found.slice(0, limit)
  return {
    positions,
    total: await countApplications(db, stretch.filter),
    isExact: true,
    next: found.length > limit ? positions.at(-1) : undefined,
  }
}
