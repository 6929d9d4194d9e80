import { readdirSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import send from '@fastify/send'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bestEncoding, type Encoding } from '../../platform/http/accepted-encoding.ts'
import { LOGO_POLICY } from '../../platform/http/security-headers.ts'
import type { FileMiddleware, PageSource } from './page-source.ts'

const ONE_YEAR_S = 365 * 24 * 60 * 60

/** What a built file is compressed to beside itself, and how such a file's name ends. */
const ENDINGS: Record<Encoding, string> = { identity: '', br: '.br', gzip: '.gz' }

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
  if (logoFile === null) return
  serveFile(app, '/logo', { folder: dirname(logoFile), name: basename(logoFile), contentPolicy: LOGO_POLICY })
}

/** A route for each file, so that no address leads anywhere else in the folder. */
function serveFolder(app: FastifyInstance, folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = new Set(
    entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/')),
  )
  const isCompressed = (name: string) => /\.(?:br|gz)$/.test(name)
  for (const name of names) {
    if (name === 'index.html' || isCompressed(name)) continue
    // Names of built assets carry a hash of their content, so they never change.
    const cacheControl = name.startsWith('assets/') ? `public, max-age=${ONE_YEAR_S}, immutable` : undefined
    const isAlsoCompressed = names.has(`${name}${ENDINGS.br}`) && names.has(`${name}${ENDINGS.gzip}`)
    serveFile(app, `/${name}`, { folder, name, cacheControl, isAlsoCompressed })
  }
}

function serveThrough(app: FastifyInstance, middleware: FileMiddleware): void {
  app.addHook('onRequest', (request, reply, done) => middleware(request.raw, reply.raw, done))
}

type ServedFile = {
  folder: string
  name: string
  /** Without it the file is asked for again each time. */
  cacheControl?: string | undefined
  isAlsoCompressed?: boolean
  /** Content-Security-Policy in place of that of every answer. */
  contentPolicy?: string
}

function serveFile(app: FastifyInstance, url: string, file: ServedFile): void {
  app.route({
    method: ['GET', 'HEAD'],
    url,
    schema: { hide: true } as object,
    handler: (request, reply) => sendFile(request, reply, file),
  })
}

/** What is sent of a folder: any name, for it was listed or is the operator's; the file itself, and whole. */
const SENDING = { dotfiles: 'allow', index: false, cacheControl: false, acceptRanges: false } as const

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: ServedFile): Promise<FastifyReply> {
  const { folder: root, name, cacheControl = 'no-cache', isAlsoCompressed = false } = file
  const encoding = isAlsoCompressed ? bestEncoding(request.headers['accept-encoding']) : 'identity'
  const sent = await send(request.raw, encodeURI(`/${name}${ENDINGS[encoding]}`), { root, ...SENDING })
  if (sent.statusCode === 404) return reply.callNotFound() as never
  if (sent.statusCode === 412) return reply.code(412).send()
  if (sent.type === 'error') throw sent.metadata.error
  reply.code(sent.statusCode).headers(sent.headers).header('Cache-Control', cacheControl)
  if (file.contentPolicy) reply.header('Content-Security-Policy', file.contentPolicy)
  if (isAlsoCompressed) reply.header('Vary', 'Accept-Encoding')
  // With 304 the caller has both already.
  if (encoding !== 'identity' && sent.statusCode === 200) {
    reply.header('Content-Encoding', encoding).header('Content-Type', typeOf(name))
  }
  return reply.send(sent.stream)
}

/** The type by the name of the file itself: what is compressed is still the same content. */
function typeOf(name: string): string {
  const type = send.mime.getType(name) ?? 'application/octet-stream'
  return send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type
}
