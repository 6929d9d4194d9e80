import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createYielder } from '../yielding.ts'
import { createEtag, matchesEtag, startEtag } from './entity-tags.ts'
import { acquireUnpacking, unpack } from './unpacking.ts'

/** A response that is made once and sent many times; its body is compressed at most once for each encoding. */
export type CachedResponse = {
  status: number
  /** Headers of every response, also of 304. */
  headers: { etag: string; 'cache-control': string; vary: string }
  contentType: string
  /** Plain, unless `plainLength` is given: a long body is kept as gzip alone. */
  body: Buffer
  /** Length of a long body when it is unpacked, in bytes. */
  plainLength?: number
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

/**
 * A body of more bytes, made in pieces, is kept as gzip alone: the feeds of 5,000 postings would take 50 MB otherwise.
 * Those of 100 postings, 400 kB each, are kept plain.
 */
const LONG_BYTES = 1024 * 1024

/** Makes a response that can be sent many times. */
export function createCachedResponse(text: string, options: ResponseOptions): CachedResponse {
  return cachedResponse(Buffer.from(text), createEtag(text), options)
}

/** Makes a response piece by piece, so that making a long one delays no other request. */
export async function assembleCachedResponse(
  pieces: Iterable<string>,
  options: ResponseOptions,
): Promise<CachedResponse> {
  const etag = startEtag()
  let plainLength = 0
  let short: Buffer[] = []
  const yielder = createYielder()
  const assemble = async function* () {
    let slice: Buffer[] = []
    for (const piece of pieces) {
      const chunk = Buffer.from(piece)
      etag.add(chunk)
      plainLength += chunk.length
      if (plainLength <= LONG_BYTES) short.push(chunk)
      else short = []
      slice.push(chunk)
      if (!yielder.isDue()) continue
      yield Buffer.concat(slice)
      await yielder.yieldToOthers()
      slice = []
    }
    yield Buffer.concat(slice)
  }
  const body = await pipeline(assemble, createGzip(), (packed) => buffer(packed))
  if (plainLength <= LONG_BYTES) return cachedResponse(Buffer.concat(short), etag.end(), options)
  return { ...cachedResponse(body, etag.end(), options), plainLength }
}

function cachedResponse(
  body: Buffer,
  etag: string,
  { contentType, cacheControl, status = 200 }: ResponseOptions,
): CachedResponse {
  // Weak: the compressed bodies share it.
  const headers = { etag: `W/${etag}`, 'cache-control': cacheControl, vary: 'Accept-Encoding' }
  return { status, headers, contentType, body, compressed: new Map() }
}

/**
 * Sends a cached response in the best encoding the caller accepts, or 304 when the caller's copy is current.
 * @throws {RequestError} `unavailable` when a long one is asked for unpacked while too many others are; `too_many_requests`
 * beyond the share of a customer prefix
 */
export async function sendCached(request: FastifyRequest, reply: FastifyReply, response: CachedResponse) {
  const { status, headers, contentType, plainLength, body } = response
  const isCurrent = status === 200 && matchesEtag(request, headers.etag)
  const isLong = plainLength !== undefined
  const encoding = bestEncoding(request, isLong ? ['gzip'] : ENCODINGS)
  const isUnpacked = isLong && !encoding && !isCurrent && request.method !== 'HEAD'
  // Before any header: a refusal has its own.
  if (isUnpacked) acquireUnpacking(request, reply, plainLength)

  reply.headers(headers)
  if (isCurrent) return reply.code(304).send()
  reply.code(status).header('content-type', contentType)
  if (encoding) reply.header('content-encoding', encoding)
  if (!isLong) return reply.send(encoding ? await compress(response, encoding) : body)
  if (encoding) return reply.send(body)
  reply.header('content-length', plainLength)
  return reply.send(isUnpacked ? unpack(body, reply) : Readable.from([]))
}

/** The encoding that `Accept-Encoding` ranks highest (RFC 9110 section 12.5.3); null for an uncompressed body. */
function bestEncoding({ headers }: FastifyRequest, offered: readonly Encoding[]): Encoding | null {
  const accepted = headers['accept-encoding']?.toLowerCase()
  return accepted ? (negotiate(accepted, [...offered]) as Encoding | null) : null
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
