import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderPage } from '../../../contract/site/page-data.ts'

/** The document around the application root, and the function that renders into it. */
type PageParts = { template: string; render: RenderPage }

/** Serves a file of the browser or calls the next handler, as Vite's development server does. */
type FileMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

declare module '../feature.ts' {
  interface Services {
    pages: PageSource
  }
}

/** The source of pages and the browser's files: a finished build, or the development server. */
export type PageSource = {
  files: { folder: string } | { middleware: FileMiddleware }
  /** Whether rendered pages may be cached. */
  isStable: boolean
  load(path: string): Promise<PageParts>
}

/**
 * The pages of a finished build.
 * @param distDir folder that `npm run build` writes
 */
export function builtPages(distDir: string): PageSource {
  const siteDir = join(distDir, 'site')
  let parts: Promise<PageParts> | undefined

  const read = async (): Promise<PageParts> => {
    const renderer = pathToFileURL(join(distDir, 'renderer', 'entry-server.js')).href
    const [template, { render }] = await Promise.all([
      readFile(join(siteDir, 'index.html'), 'utf8'),
      import(renderer) as Promise<{ render: RenderPage }>,
    ])
    return { template, render }
  }

  return {
    files: { folder: siteDir },
    isStable: true,
    load: () => {
      parts ??= read().catch((error) => {
        throw new Error('The site is not built: run `npm run build` first.', { cause: error })
      })
      return parts
    },
  }
}
