import { renderToString } from 'react-dom/server'
import type { RenderPage } from '../contract/site/page-data.ts'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app.tsx'
import { headMarkup } from './layout/head-markup.ts'
import type { PageModule } from './layout/page.ts'
import { allRoutes, matchPage, NOT_FOUND, type PageRoute } from './routes.tsx'
import { seedQueryCache } from './seed-query-cache.ts'
import { FormWithoutScriptPart } from './site/apply/without-script/form-without-script-part.ts'
import { ApplicationSectionForm } from './site/landing/application-section-form.ts'
import { EmptyList } from './site/landing/empty-list.ts'

const modules = new Map<PageRoute, PageModule>()
// Load every page before the first request, so that rendering is synchronous.
await Promise.all([
  ApplicationSectionForm.preload(),
  EmptyList.preload(),
  FormWithoutScriptPart.preload(),
  ...(await allRoutes()).map(async (page) => {
    modules.set(page, await page.load())
    await page.view.preload()
  }),
])

/** Renders one address to markup; see {@link RenderPage}. */
export const render: RenderPage = (address, data) => {
  const [path = address] = address.split('?')
  const { page, params } = matchPage(path)
  const module = modules.get(page)
  if (!module) throw new Error(`No page was loaded for ${path}`)
  const isFound = page !== NOT_FOUND && (module.isFound?.(data, params) ?? true)
  const client = createQueryClient()
  seedQueryCache(client, path, data)
  try {
    return {
      status: isFound ? 200 : 404,
      html: renderToString(<App client={client} data={data} path={address} />),
      head: headMarkup(module.head(data, params), path, data, isFound),
    }
  } finally {
    // Ends the timers of unused cache entries.
    client.clear()
  }
}
