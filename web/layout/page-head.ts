import { useEffect } from 'react'
import type { PageData } from '../../contract/site/page-data.ts'
import type { PageHead } from './page.ts'
import { usePageData } from './page-data-context.ts'

/** The head of a page: its title describes it, and no search engine lists it, unless more is said. */
export function pageHead(title: string, { company }: PageData, more: Partial<PageHead> = {}): PageHead {
  return { title: documentTitle(title, company.name), description: title, isIndexed: false, ...more }
}

/** Updates the tab's title after a navigation without a page load. */
export function useDocumentTitle(words: string): void {
  const { company } = usePageData()
  useEffect(() => {
    document.title = documentTitle(words, company.name)
  }, [words, company.name])
}

/** Title of the browser's tab: the page's title, then the company. */
function documentTitle(words: string, companyName: string): string {
  return `${words} | ${companyName}`
}
