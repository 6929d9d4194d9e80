import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bestEncoding, type Encoding } from './accepted-encoding.ts'
import { isKnown } from './entity-tags.ts'

/** A response that is made once and sent many times; its body is compressed at most once for each encoding. */
export type CachedResponse = {
  status: number
  contentType: string
  cacheControl: string
  etag: string
  bodies: Partial<Record<Encoding, Buffer | Promise<Buffer>>> & { identity: Buffer }
}

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
}

/** Makes a response that can be sent many times. */
export function createCachedResponse(
  text: string,
  answer: Pick<CachedResponse, 'contentType' | 'cacheControl'> & { status?: number },
): CachedResponse {
  const identity = Buffer.from(text)
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return { status: 200, ...answer, etag: `W/"${digest}"`, bodies: { identity } }
}

/** Sends a cached response in the best encoding the caller accepts, or 304 when the caller has it already. */
export async function sendCached(request: FastifyRequest, reply: FastifyReply, answer: CachedResponse) {
  reply.header('ETag', answer.etag).header('Cache-Control', answer.cacheControl).header('Vary', 'Accept-Encoding')
  const isAtCaller = isKnown(request.headers['if-none-match'], answer.etag)
  if (answer.status === 200 && isAtCaller) return reply.code(304).send()

  const encoding = bestEncoding(request.headers['accept-encoding'])
  reply.code(answer.status).header('Content-Type', answer.contentType)
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  const body = encoding === 'identity' ? answer.bodies.identity : await compressed(answer, encoding)
  return reply.send(body)
}

async function compressed({ bodies }: CachedResponse, encoding: 'br' | 'gzip'): Promise<Buffer> {
  bodies[encoding] ??= compressors[encoding](bodies.identity)
  try {
    bodies[encoding] = await bodies[encoding]
    return bodies[encoding]
  } catch (error) {
    delete bodies[encoding]
    throw error
  }
}
