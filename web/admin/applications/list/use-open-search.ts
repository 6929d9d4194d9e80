import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { PAGE } from '../../../../contract/wire/paths.ts'

/** History state of a visit to the dashboard that is made in order to search. */
const OPENS_SEARCH = 'opens-search'

/** Returns the action that goes to the search field of the page, or else to that of the dashboard. */
export function useOpenSearch(): () => void {
  const [, navigate] = useLocation()
  return () => {
    const field = searchField()
    if (!field) return navigate(PAGE.adminDashboard, { state: OPENS_SEARCH })
    field.focus()
    field.select()
  }
}

/** Gives the focus to the search field when the page was opened in order to search. */
export function useSearchFocus(): void {
  const state = useHistoryState<unknown>()
  useEffect(() => {
    if (state === OPENS_SEARCH) searchField()?.focus()
  }, [state])
}

/** The search field of the page: of the dashboard, or of the queue on the review page. */
function searchField(): HTMLInputElement | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>('main input[type=search]')
  return [...fields].find((field) => field.checkVisibility())
}
