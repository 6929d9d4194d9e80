import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAuth } from '../session/use-auth.ts'
import { applicationPageQuery } from './application-list-api.ts'
import { useHeldReading } from './changes-under-way.ts'
import { type ListView, writeListView } from './list-view.ts'

/** The page of the list that is shown, and the ways to the pages beside it; undefined where there is none. */
export function useApplicationPage(view: ListView) {
  const { token } = useAuth()
  const list = writeListView(view)
  const [place, setPlace] = useState({ list, cursors: [] as string[] })
  // Cursors belong to one list: another tab, filter, search or order starts at its first page.
  const cursors = place.list === list ? place.cursors : []
  const shown = applicationPageQuery(token, { ...view, cursor: cursors.at(-1) ?? null })
  const query = useQuery({ ...shown, ...useHeldReading() })
  const { data, isPlaceholderData } = query
  const goTo = (next: string[]) => setPlace({ list, cursors: next })

  // The last rows of a page may leave it: the page before is then the last.
  const isPastEnd = cursors.length > 0 && !isPlaceholderData && data?.applications.length === 0
  useEffect(() => {
    if (isPastEnd) setPlace((now) => ({ ...now, cursors: now.cursors.slice(0, -1) }))
  }, [isPastEnd])

  const nextCursor = isPlaceholderData ? null : data?.nextCursor
  return {
    query,
    pagesBefore: cursors.length,
    previous: cursors.length > 0 ? () => goTo(cursors.slice(0, -1)) : undefined,
    next: nextCursor ? () => goTo([...cursors, nextCursor]) : undefined,
  }
}
