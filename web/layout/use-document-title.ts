import { useEffect } from 'react'
import { usePageData } from './page-data-context.ts'

/** Title of the browser's tab: the page's title, then the company. */
export function documentTitle(words: string, companyName: string): string {
  return `${words} | ${companyName}`
}

/** Updates the tab's title after a navigation without a page load. */
export function useDocumentTitle(words: string): void {
  const { company } = usePageData()
  useEffect(() => {
    document.title = documentTitle(words, company.name)
  }, [words, company.name])
}
