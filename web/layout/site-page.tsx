import type { ComponentType } from 'react'
import type { PageData } from '../../contract/site/page-data.ts'
import type { PageHead, PageModule } from './page.ts'
import { usePageData } from './page-data-context.ts'
import { documentTitle, useDocumentTitle } from './use-document-title.ts'
import { useServedData } from './use-served-data.ts'

/** What else the head of a page says. */
type MoreHead = Partial<Omit<PageHead, 'title'>>

/** The head of a page: its title describes it, and no search engine lists it, unless more is said. */
export function pageHead(title: string, { company }: PageData, more: MoreHead = {}): PageHead {
  return { title: documentTitle(title, company.name), description: title, isIndexed: false, ...more }
}

type SitePage = {
  title: string | ((data: PageData) => string)
  head?: (data: PageData) => MoreHead
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

/** What the server has put into a page for its own address; null where it has nothing. */
type ServedPage<Served> = Pick<SitePage, 'head'> & {
  path: string
  title: (served: Served | null) => string
  Body: ComponentType<{ title: string; served: Served | null }>
}

/** A page that shows what the server has for its address. It is not found where the server has nothing. */
export function servedPage<Served>({ path, title, Body, ...more }: ServedPage<Served>): PageModule {
  const read = ({ responses }: PageData) => (responses[path] ?? null) as Served | null
  function Served({ title: words }: { title: string }) {
    const served = useServedData<Served>(path)
    return served === undefined ? null : <Body title={words} served={served} />
  }
  return {
    ...sitePage({ title: (data) => title(read(data)), Body: Served, ...more }),
    isFound: (data) => Boolean(read(data)),
  }
}
