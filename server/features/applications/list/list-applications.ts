import type { ApplicationListQuery, Snippet } from '../../../../contract/applications/application-list.ts'
import { PAGE_SIZE } from '../../../../contract/wire/limits.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { findSnippets } from '../search/resume-snippets.ts'
import { searchApplications } from '../search/search-applications.ts'
import { findTerms } from '../search/search-terms.ts'
import { type ApplicationList, type PositionPage, readPositions } from '../stored/application-list-queries.ts'
import { type ApplicationWithResume, findApplications } from '../stored/application-queries.ts'
import { countApplications } from './application-count-queries.ts'
import { readCursor, writeCursor } from './list-cursor.ts'

/** One page of a list: its rows, the total of the whole list or the least it can be, and the cursor of the next page. */
export type ListedPage = Pick<PositionPage, 'total' | 'isExact'> & {
  rows: ApplicationWithResume[]
  /** Excerpts of the resumes in which a search has found words, by application. */
  snippets: Map<number, Snippet>
  next: string | undefined
}

/**
 * Reads one page of the applications.
 * @throws {RequestError} `invalid_request` when the cursor is not one of this order
 */
export async function readApplicationPage(
  db: Db,
  now: Date,
  { sort = '-date', limit = PAGE_SIZE.usual, cursor, q: text, ...filter }: ApplicationListQuery,
): Promise<ListedPage> {
  const after = cursor === undefined ? undefined : readCursor(sort, cursor)
  const list = { filter, sort, now: now.toISOString(), ...(after && { after }) }
  const terms = text ? await findTerms(db, text) : []
  const page = await (text ? searchApplications(db, { ...list, text, terms, limit }) : readPage(db, list, limit))
  const { positions, total, isExact, next } = page
  const ids = positions.map(({ id }) => id)
  const rows = await findApplications(db, ids)
  const snippets = await findSnippets(db, rows, terms)
  return { rows, snippets, total, isExact, next: next && writeCursor(sort, next) }
}

async function readPage(db: Db, list: ApplicationList, limit: number): Promise<PositionPage> {
  // One row more than the page has tells whether there is a next page.
  const listed = await readPositions(db, list, { most: limit + 1 })
  const positions = listed.slice(0, limit)
  return {
    positions,
    total: await countApplications(db, list.filter),
    isExact: true,
    next: listed.length > limit ? positions.at(-1) : undefined,
  }
}
