import type { ComponentType } from 'react'
import type { PageData } from '../../contract/page-data.ts'

/** Values of the `:name` parts of a page's pattern. */
export type PageParams = Record<string, string>

/** What search engines and link previews are told about a page. */
export type PageHead = {
  title: string
  description: string
  /** False for pages that no search engine should list. */
  isIndexed: boolean
  /** JSON-LD, with nothing in it that the page does not show. */
  structuredData?: object | undefined
}

/** What a page's module gives: the component, its head, and whether there is anything at this address. */
export type PageModule = {
  Page: ComponentType<{ params: PageParams }>
  head: (data: PageData, params: PageParams) => PageHead
  isFound?: (data: PageData, params: PageParams) => boolean
}
