import { foldText } from '../../platform/database/application-search.ts'
import type { Db } from '../../platform/database/tables.ts'
import { countApplications } from './application-count-queries.ts'
import { type ListStretch, type Looked, lookAlong, lookUp } from './application-list-queries.ts'
import { isInTextIndex, mayHaveRareText, mayHaveText } from './application-search-queries.ts'
import type { ApplicationSort, ListPosition } from './list-cursor.ts'

/** Where the rows of one page are, how many rows the list has, or has at least, and where the next page begins. */
export type FoundPage = { positions: ListPosition[]; total: number; isExact: boolean; next: ListPosition | undefined }

/** A text that is looked for, in a list and behind a place of it. */
type Search = ListStretch & { folded: string; limit: number; bounds: SearchBounds }

/** How much may be looked at for one page of a search, so that its cost has a bound. */
export type SearchBounds = {
  /** Three characters that so many have are rare enough to be asked for first. */
  few: number
  /** Rows at the top of the list, which tell whether a text is rare. */
  sample: number
  /** So many of a list are found by the text index, counted and sorted, before reading along is tried. */
  mostSorted: number
  /** So many are compared that the text index names; text that more have, by the sample, is left to reading along. */
  mostByIndex: number
  /** Rows read along for one page after as many as in the sample, step by step. */
  steps: number[]
}

/** So small a part of a sample says too little of how many have a text to count what is stored for it. */
const FEW_IN_SAMPLE = 0.02

const BOUNDS: SearchBounds = { few: 100, sample: 200, mostSorted: 1_000, mostByIndex: 5_000, steps: [1_000, 2_000] }

/**
 * One page of the applications in whose text another is, at a cost that does not grow with their number
 * (`docs/decisions/0028`): a short list is read whole, what is rare is found by the text index, and what is common turns
 * up soon when the list is read along, or, where it is far down, is found by the text index after all. A page may end
 * early, with a next one, when nothing of it helps.
 */
export async function searchApplications(
  db: Db,
  { text, limit, ...stretch }: ListStretch & { text: string; limit: number },
  bounds = BOUNDS,
): Promise<FoundPage> {
  const folded = foldText(text)
  // Text of which nothing is left, such as a lone accent, is found nowhere.
  if (folded === '') return { positions: [], total: 0, isExact: true, next: undefined }
  const search = { ...stretch, folded, limit, bounds }
  const known = await findAtOnce(db, search)
  if (known) return cutPage(search, known)
  const { after: _, ...fromTop } = search
  const sample = await lookAlong(db, fromTop, bounds.sample, folded)
  if (!sample.end) return cutPage(search, sample.found)
  const found = await findRare(db, search, sample.found.length)
  if (found) return cutPage(search, found)
  const page = await readAlong(db, search, sample)
  if (page.positions.length > 0 || !page.next) return page
  const farDown = await findByIndex(db, search, bounds.mostByIndex)
  return farDown ? cutPage(search, farDown) : page
}

/** Every place at which a text is, where three characters of it are rare. */
async function findAtOnce(db: Db, search: Search): Promise<ListPosition[] | undefined> {
  const { folded, bounds } = search
  const mayHave = await mayHaveRareText(db, folded, bounds.few)
  const { mostByIndex } = bounds
  return mayHave && lookUp(db, search, { folded, mayHave, compared: mostByIndex, matches: mostByIndex })
}

/** Every place at which a text is that few have, by the sample. */
async function findRare(db: Db, search: Search, inSample: number): Promise<ListPosition[] | undefined> {
  return (await isCommon(db, search, inSample)) ? undefined : findByIndex(db, search, search.bounds.mostSorted)
}

/** Every place at which a text is, by the text index; undefined where that is too many, or the index has no such text. */
async function findByIndex(db: Db, search: Search, matches: number): Promise<ListPosition[] | undefined> {
  const { bounds, folded } = search
  if (!isInTextIndex(db, folded)) return undefined
  const compared = bounds.mostByIndex
  return lookUp(db, search, { folded, mayHave: mayHaveText(db, folded, compared + 1), compared, matches })
}

/** Whether the text index would be slow, by the sample. */
async function isCommon(db: Db, { filter: { quarantined }, bounds }: Search, inSample: number): Promise<boolean> {
  if (inSample <= bounds.sample * FEW_IN_SAMPLE) return false
  const stored = await countApplications(db, quarantined ? { quarantined } : {})
  return (inSample / bounds.sample) * stored > bounds.mostByIndex
}

/** Reads along the list until the page is full, the list is over, or enough was looked at. */
async function readAlong(db: Db, search: Search, sample: Looked): Promise<FoundPage> {
  const isFirst = search.after === undefined
  const found = isFirst ? [...sample.found] : []
  let place = isFirst ? sample.end : search.after
  for (const rows of stepsOf(db, search)) {
    if (found.length > search.limit || !place) break
    const looked = await lookAlong(db, { ...search, after: place }, rows, search.folded)
    found.push(...looked.found)
    place = looked.end
  }
  const positions = found.slice(0, search.limit)
  return {
    positions,
    total: Math.max(sample.found.length, positions.length),
    isExact: isFirst && !place && found.length === positions.length,
    next: found.length > search.limit ? positions.at(-1) : place,
  }
}

/** What the index does not know may be anywhere: the first answer comes at once, and who asks further waits longer. */
function stepsOf(db: Db, { after, folded, bounds }: Search): number[] {
  if (after) return [bounds.sample, ...bounds.steps]
  return isInTextIndex(db, folded) ? bounds.steps : []
}

/** The page of a list whose rows are all known. */
function cutPage({ sort, after, limit }: Search, found: ListPosition[]): FoundPage {
  const first = after ? found.findIndex((place) => isBehind(sort, place, after)) : 0
  const rest = first < 0 ? [] : found.slice(first)
  const positions = rest.slice(0, limit)
  return {
    positions,
    total: found.length,
    isExact: true,
    next: rest.length > limit ? positions.at(-1) : undefined,
  }
}

/** Compares as the databases do: texts by their bytes, then numbers. */
function isBehind(sort: ApplicationSort, one: ListPosition, other: ListPosition): boolean {
  const difference = Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)) || one.id - other.id
  return sort.startsWith('-') ? difference < 0 : difference > 0
}
