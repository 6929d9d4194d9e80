import { basename, dirname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { FileMiddleware, PageSource } from './page-source.ts'

const ONE_YEAR_S = 365 * 24 * 60 * 60

/**
 * The browser's files and the company's logo.
 * @param options.logoFile absolute path; null when the company has none
 */
export function fileRoutes(
  app: FastifyInstance,
  { files, logoFile }: { files: PageSource['files']; logoFile: string | null },
): void {
  if ('folder' in files) serveFolder(app, files.folder)
  else serveThrough(app, files.middleware)
  if (logoFile !== null) serveLogo(app, logoFile)
}

function serveFolder(app: FastifyInstance, folder: string): void {
  app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['index.html', '**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names of built assets carry a hash of their content, so they never change.
      const isHashed = path.startsWith(join(folder, 'assets', '/'))
      reply.header('Cache-Control', isHashed ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache')
    },
  })
}

function serveThrough(app: FastifyInstance, middleware: FileMiddleware): void {
  app.addHook('onRequest', (request, reply, done) => middleware(request.raw, reply.raw, done))
}

function serveLogo(app: FastifyInstance, logoFile: string): void {
  const folder = dirname(logoFile)
  app.register(async (scope) => {
    scope.register(fastifyStatic, { root: folder, serve: false, decorateReply: !scope.hasReplyDecorator('sendFile') })
    scope.get('/logo', { schema: { hide: true } as object }, (_request, reply) =>
      reply.header('Cache-Control', 'no-cache').sendFile(basename(logoFile), folder),
    )
  })
}
