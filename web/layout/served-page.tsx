import { type ComponentType, useEffect } from 'react'
import type { PageData } from '../../contract/site/page-data.ts'
import type { PageModule } from './page.ts'
import { usePageData } from './page-data-context.ts'
import { type SitePage, sitePage } from './site-page.tsx'

/** What the server has put into a page for its own address; null where it has nothing. */
type ServedPage<Served> = Pick<SitePage, 'head'> & {
  path: string
  title: (served: Served | null) => string
  Body: ComponentType<{ title: string; served: Served | null }>
}

/** A page that shows what the server has for its address. It is not found where the server has nothing. */
export function servedPage<Served>({ path, title, Body, ...more }: ServedPage<Served>): PageModule {
  const read = ({ responses }: PageData) => (responses[path] ?? null) as Served | null
  function ServedBody({ title: words }: { title: string }) {
    const served = useServedData<Served>(path)
    return served === undefined ? null : <Body title={words} served={served} />
  }
  return {
    ...sitePage({ title: (data) => title(read(data)), Body: ServedBody, ...more }),
    isFound: (data) => Boolean(read(data)),
  }
}

/**
 * What the server put into the page for its own address. When the router shows the page within another document, it is
 * loaded from the server.
 * @returns null when the server has nothing for the address; undefined while the page loads
 */
function useServedData<Data>(path: string): Data | null | undefined {
  const { responses } = usePageData()
  const isServed = path in responses
  useEffect(() => {
    if (!isServed) location.reload()
  }, [isServed])
  return responses[path] as Data | null | undefined
}
