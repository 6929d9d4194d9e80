import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, createGunzip, createGzip, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createEtag, matchesEtag, startEtag } from './entity-tags.ts'

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

/** Time for which a long response is made before other requests get their turn, in milliseconds. */
const TURN_MS = 5

/** Makes a response that can be sent many times. */
export function createCachedResponse(text: string, options: ResponseOptions): CachedResponse {
  return cachedResponse(Buffer.from(text), createEtag(text), options)
}

/**
 * Makes a long response piece by piece, so that making it delays no other request. Only its compressed body is kept: the
 * feeds of 5,000 postings would take 50 MB otherwise.
 */
export async function assembleCachedResponse(
  pieces: Iterable<string>,
  options: ResponseOptions,
): Promise<CachedResponse> {
  const etag = startEtag()
  let plainLength = 0
  const takeTurns = async function* () {
    let turn: Buffer[] = []
    let turnBegan = performance.now()
    for (const piece of pieces) {
      const chunk = Buffer.from(piece)
      etag.add(chunk)
      plainLength += chunk.length
      turn.push(chunk)
      if (performance.now() - turnBegan < TURN_MS) continue
      yield Buffer.concat(turn)
      await yieldToOthers()
      turn = []
      turnBegan = performance.now()
    }
    yield Buffer.concat(turn)
  }
  const body = await pipeline(takeTurns, createGzip(), (packed) => buffer(packed))
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

/** Sends a cached response in the best encoding the caller accepts, or 304 when the caller's copy is current. */
export async function sendCached(request: FastifyRequest, reply: FastifyReply, response: CachedResponse) {
  reply.headers(response.headers)
  if (response.status === 200 && matchesEtag(request, response.headers.etag)) return reply.code(304).send()

  reply.code(response.status).header('content-type', response.contentType)
  if (response.plainLength !== undefined) return sendLong(request, reply, response.body, response.plainLength)
  const encoding = bestEncoding(request, ENCODINGS)
  if (!encoding) return reply.send(response.body)
  return reply.header('content-encoding', encoding).send(await compress(response, encoding))
}

/** Sends a body that is kept as gzip; a caller that reads none gets it unpacked on the way. */
function sendLong(request: FastifyRequest, reply: FastifyReply, body: Buffer, plainLength: number) {
  if (bestEncoding(request, ['gzip'])) return reply.header('content-encoding', 'gzip').send(body)
  const unpacking = createGunzip()
  unpacking.end(body)
  return reply.header('content-length', plainLength).send(unpacking)
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
