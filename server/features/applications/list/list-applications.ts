import * as z from 'zod'
import type {
  ApplicationListQuery,
  OfferedTimesMark,
  Snippet,
} from '../../../../contract/applications/application-list.ts'
import { APPLICATION_SORTS } from '../../../../contract/applications/application-terms.ts'
import { PAGE_SIZE } from '../../../../contract/wire/limits.ts'
import { idSchema } from '../../../../contract/wire/validation.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { parseJson } from '../../../platform/parse-json.ts'
import { findSnippets } from '../search/resume-snippets.ts'
import { searchApplications, sortMatches } from '../search/search-applications.ts'
import { findTerms } from '../search/search-terms.ts'
import {
  type ApplicationFilter,
  type ApplicationList,
  type ApplicationSort,
  type ListPosition,
  type PositionPage,
  readPositions,
} from '../stored/application-list-queries.ts'
import { type ApplicationWithResume, findApplications } from '../stored/application-queries.ts'
import { findFewTagged } from '../stored/tagged-applications.ts'
import { countApplications } from './application-count-queries.ts'
import { findOfferMarks } from './offer-marks.ts'

/** One page of a list: its rows, the total of the whole list or the least it can be, and the cursor of the next page. */
export type ListedPage = Pick<PositionPage, 'total' | 'isExact'> & {
  rows: ApplicationWithResume[]
  /** Excerpts of the resumes in which a search has found words, by application. */
  snippets: Map<number, Snippet>
  /** What is known of offered times, by application. */
  offers: Map<number, OfferedTimesMark>
  next: string | undefined
}

/** A query of the list, with the account of the person to whom the applications are assigned, and the tags that they have. */
export type FilteredQuery = Omit<ApplicationListQuery, 'assigned' | 'tags'> &
  Pick<ApplicationFilter, 'assigneeId' | 'tagIds'>

/**
 * Reads one page of the applications.
 * @param moment the time, and the day in the zone of the company
 * @throws {RequestError} `invalid_request` when the cursor is not one of this order
 */
export async function readApplicationPage(
  db: Db,
  { now, today }: { now: Date; today: string },
  { sort = '-date', limit = PAGE_SIZE.usual, cursor, q: text, overdue, ...query }: FilteredQuery,
): Promise<ListedPage> {
  const after = cursor === undefined ? undefined : readCursor(sort, cursor)
  const filter = { ...query, ...(overdue && { overdueOn: today }) }
  const list = { filter, sort, now: now.toISOString(), ...(after && { after }) }
  const terms = text ? await findTerms(db, text) : []
  const page = await (text ? searchApplications(db, { ...list, text, terms, limit }) : readPage(db, list, limit))
  const { positions, total, isExact, next } = page
  const ids = positions.map(({ id }) => id)
  const rows = await findApplications(db, ids)
  const snippets = await findSnippets(db, rows, terms)
  const offers = await findOfferMarks(db, ids, now)
  return { rows, snippets, offers, total, isExact, next: next && writeCursor(sort, next) }
}

/** Rows in memory at a time while a whole list is read. */
const BATCH = 500

/**
 * Reads all applications of a query in its order, some at a time. What changes meanwhile is read as it is when its turn comes.
 * @param moment the time, and the day in the zone of the company
 */
export async function* readAllListed(
  db: Db,
  { now, today }: { now: Date; today: string },
  { sort = '-date', q: text, overdue, ...query }: Omit<FilteredQuery, 'limit' | 'cursor'>,
): AsyncGenerator<ApplicationWithResume[]> {
  const filter = { ...query, ...(overdue && { overdueOn: today }) }
  const list = { filter, sort, now: now.toISOString() }
  const terms = text ? await findTerms(db, text) : []
  let after: ListPosition | undefined
  do {
    const part = { ...list, ...(after && { after }) }
    const { positions, next } = text
      ? await searchApplications(db, { ...part, text, terms, limit: BATCH })
      : await readPart(db, part)
    yield await findApplications(
      db,
      positions.map(({ id }) => id),
    )
    after = next
  } while (after)
}

async function readPart(db: Db, list: ApplicationList): Promise<Pick<PositionPage, 'positions' | 'next'>> {
  const positions = await readPositions(db, list, { most: BATCH })
  return { positions, next: positions[BATCH - 1] }
}

async function readPage(db: Db, list: ApplicationList, limit: number): Promise<PositionPage> {
  const few = list.filter.ids ?? (await findFewTagged(db, list.filter.tagIds))
  if (few) {
    const { positions, total } = await sortMatches(db, { ...list, limit, named: undefined }, few)
    const shown = positions.slice(0, limit)
    return { positions: shown, total, isExact: true, next: positions.length > limit ? shown.at(-1) : undefined }
  }
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

const cursorSchema = z.tuple([z.enum(APPLICATION_SORTS), z.string().refine((key) => !key.includes('\0')), idSchema])

/** The position in the form in which a link carries it. */
export function writeCursor(sort: ApplicationSort, { key, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url')
}

/**
 * Reads what {@link writeCursor} wrote.
 * @throws {RequestError} `invalid_request` when it is none, or one of another order
 */
function readCursor(sort: ApplicationSort, cursor: string): ListPosition {
  const read = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!read.success || read.data[0] !== sort) {
    const message = 'This page of the list cannot be found. Please start again from the first page.'
    throw new RequestError('invalid_request', message, { issues: [{ path: 'cursor', message }] })
  }
  const [, key, id] = read.data
  return { key, id }
}
