import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAuth } from '../../../session/use-auth.ts'
import { usePausedRefetch } from '../changes/pending-changes.ts'
import { applicationPageQuery } from './application-list-api.ts'
import { type ListView, writeListView } from './list-view.ts'

/** The start of a page: its cursor and the number of its first row. */
type Start = { cursor: string; first: number }

/** The current page of the list, and the actions that open its neighbors; undefined if there is none. */
export function useApplicationPage(view: ListView) {
  const { token } = useAuth()
  const list = writeListView(view)
  const [position, setPosition] = useState({ list, starts: [] as Start[] })
  // Cursors belong to one list: another tab, filter, search or sort order starts at its first page.
  const starts = position.list === list ? position.starts : []
  const { cursor, first } = starts.at(-1) ?? { cursor: null, first: 1 }
  const shown = applicationPageQuery(token, { ...view, cursor })
  const query = useQuery({ ...shown, ...usePausedRefetch() })
  const { data, isPlaceholderData } = query
  const goTo = (next: Start[]) => setPosition({ list, starts: next })

  // The last rows of a page may leave it: the page before is then the last.
  const isPastEnd = !isPlaceholderData && data?.applications.length === 0 && starts.length > 0
  useEffect(() => {
    if (isPastEnd) setPosition((now) => ({ ...now, starts: now.starts.slice(0, -1) }))
  }, [isPastEnd])

  const nextCursor = isPlaceholderData ? null : data?.nextCursor
  return {
    query,
    pagesBefore: starts.length,
    first,
    previous: starts.length > 0 ? () => goTo(starts.slice(0, -1)) : undefined,
    next: nextCursor
      ? () => goTo([...starts, { cursor: nextCursor, first: first + (data?.applications.length ?? 0) }])
      : undefined,
  }
}

/** The current page of the list, and the actions that open its neighbors. */
export type ApplicationPage = ReturnType<typeof useApplicationPage>
