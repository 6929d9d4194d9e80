import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState, useSearch } from 'wouter/use-browser-location'
import { KEEPS_SCROLL } from '../../../layout/page-shell.tsx'
import { useAuth } from '../../../session/use-auth.ts'
import { usePausedRefetch } from '../changes/pending-changes.ts'
import { type ListView, readPageNumber, writeListView } from '../list-view.ts'
import { applicationPageQuery, useSeenPage } from './steady/steady-page.ts'

/** The start of a page: its cursor and the number of its first row. */
type Start = { cursor: string; first: number }

/** History state of a later page: the starts of the pages from the second to this one, which belong to one list. */
type PageState = { list: string; starts: Start[] }

/** The current page of the list, and the actions that open its neighbors; undefined if there is none. */
export function useApplicationPage(view: ListView) {
  const { token } = useAuth()
  const { starts, goTo } = useStarts(view)
  const { cursor, first } = starts.at(-1) ?? { cursor: null, first: 1 }
  const shown = applicationPageQuery(token, { ...view, cursor })
  const query = useQuery({ ...shown, ...usePausedRefetch() })
  useSeenPage(shown.queryKey)
  const { data, isPlaceholderData } = query

  // The last rows of a page may leave it: the page before is then the last.
  const isPastEnd = !isPlaceholderData && data?.applications.length === 0 && starts.length > 0
  useEffect(() => {
    if (isPastEnd) goTo(starts.slice(0, -1), { replace: true })
  })

  const nextCursor = isPlaceholderData ? null : data?.nextCursor
  return {
    query,
    queryKey: shown.queryKey,
    pagesBefore: starts.length,
    first,
    previous: starts.length > 0 ? () => goTo(starts.slice(0, -1)) : undefined,
    next: nextCursor
      ? () => goTo([...starts, { cursor: nextCursor, first: first + (data?.applications.length ?? 0) }])
      : undefined,
  }
}

/** The current page of the list, and the actions that open its neighbors. */
export type ShownPage = ReturnType<typeof useApplicationPage>

/**
 * Where the current page starts, from the history entry: its address has the number of the page, its state the cursors
 * that lead there (`docs/decisions/0065`). A page number without cursors becomes the first page.
 */
function useStarts(view: ListView) {
  const [path, navigate] = useLocation()
  const number = readPageNumber(useSearch())
  const state = useHistoryState<Partial<PageState> | null>()
  const list = writeListView(view)
  const starts = (state?.list === list && state.starts?.length === number - 1 && state.starts) || NO_STARTS
  const goTo = (next: Start[], { replace = false } = {}) =>
    navigate(path + writeListView(view, next.length + 1), { replace, state: { ...KEEPS_SCROLL, list, starts: next } })

  const isUnknown = number - 1 !== starts.length
  useEffect(() => {
    if (isUnknown) navigate(path + list, { replace: true, state: KEEPS_SCROLL })
  }, [isUnknown, navigate, path, list])
  return { starts, goTo }
}

const NO_STARTS: Start[] = []
