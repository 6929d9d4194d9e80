import type { Expression, SqlBool } from 'kysely'
import { MAX_ID } from '../../../../contract/wire/limits.ts'
import { idTextSchema } from '../../../../contract/wire/validation.ts'
import { engineOf } from '../../../platform/database/engine.ts'
import type { Db } from '../../../platform/database/tables.ts'
import {
  type ApplicationList,
  type ApplicationSort,
  isBehind,
  type ListPosition,
  type PositionPage,
  readPositions,
} from '../stored/application-list-queries.ts'
import { findMatches, hasTerms, isAmongMatches, searchByIndex } from '../stored/application-search-queries.ts'
import type { SearchTerm } from '../stored/search-index-entries.ts'

/** The reference that an applicant is given, such as APP-0001; retyped, zeros may be missing. */
const REFERENCE = /^app-(\d+)$/i

/**
 * Matches that are all read and sorted; where more applications match, the list is read in its order instead. PostgreSQL
 * compares so many positions of it one by one before it collects all matches.
 */
const LIMITS = { mostSorted: 1_000, near: 500 }

/** A list, a query with its terms, and where in the list a page begins. */
export type Search = ApplicationList & { text: string; terms: SearchTerm[]; limit: number }

/**
 * One page of the applications that a query finds: those that have all its words, each from its beginning. The one that a
 * reference names comes first.
 * @param limits given by tests alone
 */
export async function searchApplications(db: Db, search: Search, limits = LIMITS): Promise<PositionPage> {
  if (search.terms.length === 0) return { positions: [], total: 0, isExact: true, next: undefined }
  return searchByIndex(db, search.terms, (trx) => readPage(trx, search, limits))
}

async function readPage(db: Db, { text, terms, ...search }: Search, limits: typeof LIMITS): Promise<PositionPage> {
  const named = await findNamed(db, search, text)
  const isFirstPage = search.after === undefined
  const limit = named && isFirstPage ? search.limit - 1 : search.limit
  const list = { ...search, limit, named }
  const matches = await findMatches(db, terms, limits.mostSorted + 1)
  const found =
    matches.length > limits.mostSorted
      ? await readInOrder(db, { ...list, terms, near: limits.near })
      : await sortMatches(db, list, matches)
  const shown = found.positions.slice(0, limit)
  return {
    positions: named && isFirstPage ? [named, ...shown] : shown,
    total: found.total + (named ? 1 : 0),
    isExact: found.isExact,
    next: found.positions.length > limit ? (shown.at(-1) ?? beforeAll(search.sort)) : undefined,
  }
}

type Matching = ApplicationList & {
  limit: number
  /** Left out of what is found. */
  named: ListPosition | undefined
}

type Found = Pick<PositionPage, 'positions' | 'total' | 'isExact'>

/** Few applications match: all that are in the list are read, so that the total is known. @param ids of all that match */
export async function sortMatches(db: Db, { after, named, ...list }: Matching, ids: readonly number[]): Promise<Found> {
  if (ids.length === 0) return { positions: [], total: 0, isExact: true }
  const matching = await readPositions(db, list, {
    most: ids.length,
    isByNumber: true,
    narrow: (query) => query.where('id', 'in', ids),
  })
  const all = matching.filter(({ id }) => id !== named?.id)
  const begin = after ? all.findIndex((position) => isBehind(list.sort, position, after)) : 0
  return { positions: begin < 0 ? [] : all.slice(begin), total: all.length, isExact: true }
}

type MatchingMany = Matching & { terms: SearchTerm[]; near: number }

/** Many applications match: those of one page soon turn up when the list is read in its order. */
async function readInOrder(db: Db, { terms, named, limit, near, ...list }: MatchingMany): Promise<Found> {
  const read = (part: ApplicationList, isMatch: Expression<SqlBool>) =>
    readPositions(db, part, {
      most: limit + 1,
      narrow: (query) => query.where(isMatch).where('id', '!=', named?.id ?? 0),
    })
  const find = async () => {
    // SQLite collects all matches sooner than it looks up a few applications.
    if (engineOf(db) === 'sqlite') return read(list, isAmongMatches(db, terms))
    const [upTo] = await readPositions(db, list, { most: 1, narrow: (query) => query.offset(near) })
    // A short list is looked up whole.
    const found = await read({ ...list, ...(upTo && { upTo }) }, hasTerms(db, terms))
    // Many match elsewhere, but few here.
    return upTo && found.length <= limit ? read(list, isAmongMatches(db, terms)) : found
  }
  const found = await find()
  const isWhole = list.after === undefined && found.length <= limit
  return { positions: found, total: Math.min(found.length, limit), isExact: isWhole }
}

/** The position of the application that a query names by its reference, where the list has it. */
export async function findNamed(db: Db, list: ApplicationList, text: string): Promise<ListPosition | undefined> {
  const [, digits] = REFERENCE.exec(text) ?? []
  const id = idTextSchema.safeParse(digits?.replace(/^0+/, '')).data
  if (id === undefined) return undefined
  const { after: _, ...whole } = list
  const [named] = await readPositions(db, whole, { most: 1, narrow: (query) => query.where('id', '=', id) })
  return named
}

/** A position before every row: no sort key is empty or begins with the last character there is. */
function beforeAll(sort: ApplicationSort): ListPosition {
  return sort.startsWith('-') ? { key: '\u{10FFFF}', id: MAX_ID } : { key: '', id: 1 }
}
