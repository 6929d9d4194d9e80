import { createContext, useContext } from 'react'
import type { PageData } from '../../contract/site/page-data.ts'

const PageDataContext = createContext<PageData | null>(null)

/** Provides the page's data, on the server and in the browser. */
export const PageDataProvider = PageDataContext.Provider

/** The data embedded in the page: company, site address, year. */
export function usePageData(): PageData {
  const data = useContext(PageDataContext)
  if (data === null) throw new Error('usePageData needs a PageDataProvider above it')
  return data
}
