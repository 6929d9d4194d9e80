import type { ComponentType } from 'react'
import type { PageData } from '../../contract/site/page-data.ts'
import type { PageHead, PageModule } from './page.ts'
import { usePageData } from './page-data-context.ts'
import { pageHead, useDocumentTitle } from './page-head.ts'

/** What a page of the site is made of. */
export type SitePage = {
  title: string | ((data: PageData) => string)
  head?: (data: PageData) => Partial<PageHead>
  Body: ComponentType<{ title: string }>
}

/** A page with its title. */
export function sitePage({ title, head, Body }: SitePage): PageModule {
  const titleOf = (data: PageData) => (typeof title === 'string' ? title : title(data))
  function Page() {
    const words = titleOf(usePageData())
    useDocumentTitle(words)
    return <Body title={words} />
  }
  return { Page, head: (data) => pageHead(titleOf(data), data, head?.(data)) }
}
