import { type ComponentType, useEffect } from 'react'
import type { PageData } from '../../contract/site/page-data.ts'
import { isRefusedPage, type RefusedPage } from '../../contract/site/refused-page.ts'
import { ANCHOR } from '../../contract/wire/paths.ts'
import type { PageModule } from './page.ts'
import { usePageData } from './page-data-context.ts'
import { type SitePage, sitePage } from './site-page.tsx'

/** What the server has put into a page for its own address; null where it has nothing. */
type ServedPage<Served> = Pick<SitePage, 'head'> & {
  path: string
  title: (served: Served | null) => string
  Body: ComponentType<{ title: string; served: Served | null }>
}

const TRY_AGAIN = 'Please try again shortly'

/**
 * A page that shows what the server has for its address. It is not found where the server has nothing, and says so where the
 * server refuses it for now.
 */
export function servedPage<Served>({ path, title, Body, ...more }: ServedPage<Served>): PageModule {
  const read = ({ responses }: PageData) => (responses[path] ?? null) as Served | RefusedPage | null
  const titleOf = (served: Served | RefusedPage | null) => (isRefusedPage(served) ? TRY_AGAIN : title(served))
  function ServedBody({ title: words }: { title: string }) {
    const served = useServedData<Served | RefusedPage>(path)
    if (isRefusedPage(served)) return <Refused title={words} reason={served.refusal} />
    return served === undefined ? null : <Body title={words} served={served} />
  }
  return {
    ...sitePage({ title: (data) => titleOf(read(data)), Body: ServedBody, ...more }),
    isFound: (data) => Boolean(read(data)),
  }
}

function Refused({ title, reason }: { title: string; reason: string }) {
  return (
    <div className="wrap grid justify-items-start gap-6 pt-6 md:pt-10">
      <h1 id={ANCHOR.result} tabIndex={-1} className="scroll-mt-40 text-3xl text-balance outline-none">
        {title}
      </h1>
      <p className="measure">{reason} Nothing was changed, and this link stays valid.</p>
    </div>
  )
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
