import type { ApplicationPage, ListRow } from '../../application-list-api.ts'

/** A page as it is shown and as it was read now, and the applications that were changed here. */
export type Pages = { shown: ApplicationPage; fresh: ApplicationPage; own: ReadonlySet<number> }

/** What became of rows that are not on a page any more: those that the list still has, and all that can still be seen. */
export type Latest = { listed: readonly ListRow[]; seen: readonly ListRow[] }

/** Puts the rows that were read where those are that are shown. */
export function arrangePage({ shown, fresh, own }: Pages, latest: Latest): ApplicationPage {
  const left = new Map<number, ListRow>(latest.seen.map((row) => [row.id, { ...row, gone: 'left' }]))
  const now = new Map([...left, ...[...latest.listed, ...fresh.applications].map((row) => [row.id, row] as const)])
  const read = new Map(fresh.applications.map(({ id, version }) => [id, version]))
  // An own change that was refused has moved nothing.
  const staying = shown.applications.filter(({ id, version }) => !own.has(id) || read.get(id) === version)
  const rows = staying.map((row) => keepPlace(row, now.get(row.id)))
  const waiting = insertRows(rows, fresh.applications, own)
  if (rows.every(({ id }, index) => id === fresh.applications[index]?.id)) return fresh
  const isLonger = rows.at(-1)?.id === fresh.applications.at(-1)?.id || fresh.nextCursor === null
  return {
    ...fresh,
    applications: rows,
    // The next page begins behind the last row that is shown.
    nextCursor: isLonger ? fresh.nextCursor : (shown.nextCursor ?? fresh.nextCursor),
    held: { fresh, waiting, isMoved: isMoved(staying, fresh.applications) },
  }
}

/** What a row shows of another one. */
const NOTHING = { name: '', email: '', phone: null, note: null, feedback: null, resume: null, assignee: null }

/** A row in its place: as it is now, or without a word where it can be seen no more. */
function keepPlace(row: ListRow, now: ListRow | undefined): ListRow {
  // The line with what a search has found keeps its place too.
  if (now) return { ...(row.snippet && { snippet: row.snippet }), ...now }
  const snippet = row.snippet && { text: '', ranges: [] }
  return { ...row, ...NOTHING, questionAnswers: [], tagIds: [], snippet, gone: 'erased' }
}

/**
 * Adds the rows of a page that are not shown yet: own ones before the next one that is shown, others behind all that are.
 * @returns how many others would have come between
 */
function insertRows(rows: ListRow[], read: readonly ListRow[], own: ReadonlySet<number>): number {
  const shown = new Set(rows.map(({ id }) => id))
  const last = read.findLastIndex(({ id }) => shown.has(id))
  let waiting = 0
  for (const [index, row] of read.entries()) {
    if (shown.has(row.id)) continue
    const next = read.slice(index).find(({ id }) => shown.has(id))
    if (index > last) rows.push(row)
    else if (own.has(row.id))
      rows.splice(
        rows.findIndex(({ id }) => id === next?.id),
        0,
        row,
      )
    else waiting += 1
  }
  return waiting
}

/** Whether rows of both stand in another order. */
function isMoved(shown: readonly ListRow[], read: readonly ListRow[]): boolean {
  const places = new Map(read.map(({ id }, index) => [id, index]))
  const both = shown.flatMap(({ id }) => places.get(id) ?? [])
  return both.some((place, index) => index > 0 && place < (both[index - 1] as number))
}
