import { LEGAL_PAGES } from '../../../contract/site/site-texts.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import { sendCached } from '../../platform/http/cached-response.ts'
import type { WellheadApp } from '../../platform/http/route.ts'
import type { Services } from '../feature.ts'
import { builtInTexts } from '../settings/built-in-texts.ts'

/** The pages whose text owners edit; 404 where they want none. */
export function legalRoutes(app: WellheadApp, { render, published, config, mail }: Services): void {
  const hidden = { schema: { hide: true } as object }
  const builtIn = builtInTexts(config.company, mail !== null)
  for (const page of LEGAL_PAGES) {
    const path = PAGE[page]
    app.get(path, hidden, async (request, reply) => {
      const snapshot = await published.current()
      const text = snapshot.texts[page] ?? builtIn[page]
      return sendCached(request, reply, await render(path, snapshot, { [path]: text || null }))
    })
  }
}
