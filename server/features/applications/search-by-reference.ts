import { MAX_ID } from '../../../contract/limits.ts'
import { idTextSchema } from '../../../contract/validation.ts'
import { foldText } from '../../platform/database/application-search.ts'
import type { Db } from '../../platform/database/tables.ts'
import { findInList, type ListStretch } from './application-list-queries.ts'
import type { ApplicationSort, ListPosition } from './list-cursor.ts'
import { type FoundPage, searchApplications } from './search-applications.ts'

/** What an applicant is given to name an application by, such as APP-0001; retyped, zeros may be gone. */
const REFERENCE = /^app-(\d+)$/i

/**
 * One page of a search. The application that a reference names comes before those that have the text; where the text is
 * no reference, nothing is asked beyond the search itself.
 */
export async function searchWithReference(
  db: Db,
  search: ListStretch & { text: string; limit: number },
): Promise<FoundPage> {
  const id = readReference(search.text)
  const referred = id === undefined ? undefined : await findInList(db, search, id, foldText(search.text))
  const page = await searchApplications(db, search)
  if (!referred) return page
  const others = page.positions.filter((position) => position.id !== referred.id)
  const found = { ...page, positions: others, total: page.total + (referred.isMatch ? 0 : 1) }
  return search.after ? found : withFirst(referred, found, search)
}

function readReference(text: string): number | undefined {
  const [, digits] = REFERENCE.exec(text) ?? []
  return idTextSchema.safeParse(digits?.replace(/^0+/, '')).data
}

function withFirst(
  { key, id }: ListPosition,
  { positions: others, next, ...page }: FoundPage,
  { sort, limit }: { sort: ApplicationSort; limit: number },
): FoundPage {
  const shown = others.slice(0, limit - 1)
  const positions = [{ key, id }, ...shown]
  // Where one had to give way, the next page begins with it.
  return { ...page, positions, next: shown.length < others.length ? (shown.at(-1) ?? beforeAll(sort)) : next }
}

/** A place before every row: nothing that is sorted by is empty, or begins with the last character there is. */
function beforeAll(sort: ApplicationSort): ListPosition {
  return sort.startsWith('-') ? { key: '\u{10FFFF}', id: MAX_ID } : { key: '', id: 1 }
}
