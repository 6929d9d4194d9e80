import { useEffect } from 'react'
import { usePageData } from './page-data-context.ts'

/** Title of the browser's tab: the page's own words, then the company. */
export function documentTitle(words: string, companyName: string): string {
  return `${words} | ${companyName}`
}

/** Keeps the tab's title in step when the visitor moves on without a page load. */
export function useDocumentTitle(words: string): void {
  const { company } = usePageData()
  useEffect(() => {
    document.title = documentTitle(words, company.name)
  }, [words, company.name])
}
