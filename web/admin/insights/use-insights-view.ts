import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { KEEPS_SCROLL } from '../../layout/page-shell.tsx'
import { type InsightsView, readInsightsView, writeInsightsView } from './insights-view.ts'

/** The view in the page's address, and the action that changes a part of it; Back undoes a choice. */
export function useInsightsView(): [InsightsView, (change: Partial<InsightsView>) => void] {
  const query = useSearch()
  const [path, navigate] = useLocation()
  const view = useMemo(() => readInsightsView(query), [query])
  const change = useCallback(
    (part: Partial<InsightsView>) => navigate(path + writeInsightsView({ ...view, ...part }), { state: KEEPS_SCROLL }),
    [navigate, path, view],
  )
  return [view, change]
}
