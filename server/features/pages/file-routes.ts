import { basename, dirname, join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import { LOGO_POLICY } from '../../platform/http/security-headers.ts'
import type { PageSource } from './page-source.ts'

const ONE_YEAR_S = 365 * 24 * 60 * 60
const IMMUTABLE = `public, max-age=${ONE_YEAR_S}, immutable`

/** The routes here set `Cache-Control` themselves and serve no ranges. */
const WHOLE_FILES = { acceptRanges: false, cacheControl: false } as const

/**
 * The browser's files and the company's logo.
 * @param options.logoFile absolute path; null when the company has none
 */
export function fileRoutes(
  app: FastifyInstance,
  { files, logoFile }: { files: PageSource['files']; logoFile: string | null },
): void {
  if ('folder' in files) serveBuild(app, files.folder)
  else app.addHook('onRequest', (request, reply, done) => files.middleware(request.raw, reply.raw, done))
  if (logoFile !== null) serveLogo(app, logoFile)
}

/** Names in `assets/` carry a hash of the content; every other file is compared by its ETag at each use. */
function serveBuild(app: FastifyInstance, folder: string): void {
  const hashedFiles = join(folder, 'assets') + sep
  app.register(async (scope) => {
    keepStatusOfPreconditions(scope)
    scope.register(fastifyStatic, {
      ...WHOLE_FILES,
      root: folder,
      serve: true,
      // One route per file: no other address reaches the folder.
      wildcard: false,
      index: false,
      globIgnore: ['index.html', '**/*.{br,gz,map}'],
      preCompressed: true,
      decorateReply: false,
      setHeaders: (reply, path) => {
        reply.header('Cache-Control', path.startsWith(hashedFiles) ? IMMUTABLE : 'no-cache')
      },
    })
  })
}

function serveLogo(app: FastifyInstance, logoFile: string): void {
  app.register(async (scope) => {
    keepStatusOfPreconditions(scope)
    scope.register(fastifyStatic, {
      ...WHOLE_FILES,
      root: dirname(logoFile),
      serve: false,
      setHeaders: (reply) => {
        reply.headers({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': LOGO_POLICY })
      },
    })
    scope.get('/logo', { schema: { hide: true } as object }, (_request, reply) => reply.sendFile(basename(logoFile)))
  })
}

/** A failed `If-Match` keeps its status; the contract's errors have no code for it. */
function keepStatusOfPreconditions(scope: FastifyInstance): void {
  const { errorHandler } = scope
  scope.setErrorHandler((error: FastifyError, request, reply) =>
    error.statusCode === 412 ? reply.code(412).send() : errorHandler(error, request, reply),
  )
}
