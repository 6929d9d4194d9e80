import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createEtag, matchesEtag } from './entity-tags.ts'

/** A response that is made once and sent many times; its body is compressed at most once for each encoding. */
export type CachedResponse = {
  status: number
  /** Headers of every response, also of 304. */
  headers: { etag: string; 'cache-control': string; vary: string }
  contentType: string
  body: Buffer
  /** Compressed bodies by encoding. */
  compressed: Map<Encoding, Promise<Buffer>>
}

/** In order of preference, for callers that accept both alike. */
const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

const COMPRESSORS = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
}

/** What a cached response says about its body; its status is 200 unless given. */
type ResponseOptions = { contentType: string; cacheControl: string; status?: number }

/** Makes a response that can be sent many times. */
export function createCachedResponse(
  text: string,
  { contentType, cacheControl, status = 200 }: ResponseOptions,
): CachedResponse {
  // Weak: the compressed bodies share it.
  const headers = { etag: `W/${createEtag(text)}`, 'cache-control': cacheControl, vary: 'Accept-Encoding' }
  return { status, headers, contentType, body: Buffer.from(text), compressed: new Map() }
}

/** Sends a cached response in the best encoding the caller accepts, or 304 when the caller's copy is current. */
export async function sendCached(request: FastifyRequest, reply: FastifyReply, response: CachedResponse) {
  const { status, headers, contentType, body } = response
  reply.headers(headers)
  if (status === 200 && matchesEtag(request, headers.etag)) return reply.code(304).send()
  reply.code(status).header('content-type', contentType)
  const encoding = bestEncoding(request)
  if (!encoding) return reply.send(body)
  return reply.header('content-encoding', encoding).send(await compress(response, encoding))
}

/** The encoding that `Accept-Encoding` ranks highest (RFC 9110 section 12.5.3); null for an uncompressed body. */
function bestEncoding({ headers }: FastifyRequest): Encoding | null {
  const accepted = headers['accept-encoding']?.toLowerCase()
  return accepted ? (negotiate(accepted, [...ENCODINGS]) as Encoding | null) : null
}

function compress({ body, compressed }: CachedResponse, encoding: Encoding): Promise<Buffer> {
  const earlier = compressed.get(encoding)
  if (earlier) return earlier
  const made = COMPRESSORS[encoding](body)
  compressed.set(encoding, made)
  // The next request tries again.
  made.catch(() => compressed.delete(encoding))
  return made
}
