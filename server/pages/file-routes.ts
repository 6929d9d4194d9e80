import { basename, dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const ONE_YEAR_S = 365 * 24 * 60 * 60

/**
 * The browser's files and the company's logo.
 * @param options.siteDir folder of the built site; undefined when something else serves it
 * @param options.logoFile absolute path; null when the company has none
 */
export function fileRoutes(
  app: FastifyInstance,
  { siteDir, logoFile }: { siteDir: string | undefined; logoFile: string | null },
): void {
  if (siteDir !== undefined) {
    app.register(fastifyStatic, {
      root: siteDir,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['index.html', '**/*.br', '**/*.gz'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Names of built assets carry a hash of their content, so they never change.
        const isHashed = path.includes('/assets/')
        reply.header('Cache-Control', isHashed ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache')
      },
    })
  }
  if (logoFile !== null) {
    const folder = dirname(logoFile)
    app.register(async (scope) => {
      scope.register(fastifyStatic, { root: folder, serve: false, decorateReply: siteDir === undefined })
      scope.get('/logo', { schema: { hide: true } as object }, (_request, reply) =>
        reply.sendFile(basename(logoFile), folder),
      )
    })
  }
}
