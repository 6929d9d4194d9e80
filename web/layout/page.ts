import type { ComponentType } from 'react'
import type { PageData } from '../../contract/site/page-data.ts'

/** Values of the `:name` parts of a page's pattern. */
export type PageParams = Record<string, string>

/** A page's metadata for search engines and link previews. */
export type PageHead = {
  title: string
  description: string
  /** False for pages that no search engine should list. */
  isIndexed: boolean
  /** Address of the picture that link previews show, without the host; 1200 by 630 pixels. */
  picture?: string | undefined
  /** Whether programs find the feeds of open positions through this page. */
  hasFeeds?: boolean
  /** Address of a script that runs before the page is shown. */
  script?: string
  /** JSON-LD; contains only what the page shows. */
  structuredData?: object | undefined
}

/** Exports of a page's module: the component, its head, and whether the address exists. */
export type PageModule = {
  Page: ComponentType<{ params: PageParams }>
  head: (data: PageData, params: PageParams) => PageHead
  isFound?: (data: PageData, params: PageParams) => boolean
}
