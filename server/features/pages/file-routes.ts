import { readdir } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import { EMBED_SCRIPT } from '../../../contract/wire/paths.ts'
import type { WellheadApp } from '../../platform/http/route.ts'
import { LOGO_POLICY } from '../../platform/http/security-headers.ts'
import type { Services } from '../feature.ts'

const ONE_YEAR_S = 365 * 24 * 60 * 60
const IMMUTABLE = `public, max-age=${ONE_YEAR_S}, immutable`

/** Folder of the build whose file names carry a hash. */
const ASSETS = `assets${sep}`
/** The template of pages, and what is only read with another file. */
const NOT_SERVED = /^index\.html$|\.(?:br|gz|map)$/
const HIDDEN = { schema: { hide: true } as object }

/** The routes here set `Cache-Control` themselves and serve no ranges. */
const WHOLE_FILES = { acceptRanges: false, cacheControl: false } as const

/** The browser's files and the company's logo. */
export function fileRoutes(app: WellheadApp, { pages: { files }, config: { logoFile } }: Services): void {
  if ('folder' in files) serveBuild(app, files.folder)
  else app.addHook('onRequest', (request, reply, done) => files.middleware(request.raw, reply.raw, done))
  if (logoFile !== null) serveLogo(app, logoFile)
}

/**
 * Serves the files that the build has at the start, and no other address of the folder. Names in `assets/` carry a hash
 * of the content; every other file is compared by its ETag at each use.
 */
function serveBuild(app: FastifyInstance, folder: string): void {
  app.register(async (scope) => {
    keepStatusOfPreconditions(scope)
    scope.register(fastifyStatic, {
      ...WHOLE_FILES,
      root: folder,
      serve: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header('Cache-Control', path.startsWith(join(folder, ASSETS)) ? IMMUTABLE : 'no-cache')
        if (path.startsWith(join(folder, EMBED_SCRIPT))) reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
      },
    })
    const files = (await readdir(folder, { recursive: true })).filter((file) => !NOT_SERVED.test(file))
    const assets = new Set(files.filter((file) => file.startsWith(ASSETS)))
    // One route for all: a route for each file costs 40 ms of the start and 3 MB.
    scope.get<{ Params: { name: string } }>('/assets/:name', HIDDEN, ({ params }, reply) => {
      const file = join(ASSETS, params.name)
      return assets.has(file) ? reply.sendFile(file) : reply.callNotFound()
    })
    for (const file of files.filter((one) => !one.startsWith('assets'))) {
      scope.get(`/${file}`, HIDDEN, (_request, reply) => reply.sendFile(file))
    }
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
    scope.get('/logo', HIDDEN, (_request, reply) => reply.sendFile(basename(logoFile)))
  })
}

/** A failed `If-Match` keeps its status; the contract's errors have no code for it. */
function keepStatusOfPreconditions(scope: FastifyInstance): void {
  const { errorHandler } = scope
  scope.setErrorHandler((error: FastifyError, request, reply) =>
    error.statusCode === 412 ? reply.code(412).send() : errorHandler(error, request, reply),
  )
}
