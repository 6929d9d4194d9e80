import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'

/** A body that is made once and sent many times: as it is, and compressed at most once for each encoding. */
export type PreparedAnswer = {
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

/** Makes an answer ready to be sent many times. */
export function prepareAnswer(
  text: string,
  answer: Pick<PreparedAnswer, 'contentType' | 'cacheControl'> & { status?: number },
): PreparedAnswer {
  const identity = Buffer.from(text)
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return { status: 200, ...answer, etag: `W/"${digest}"`, bodies: { identity } }
}

/** Sends a prepared answer in the best encoding the caller takes, or 304 when the caller has it already. */
export async function sendPrepared(request: FastifyRequest, reply: FastifyReply, answer: PreparedAnswer) {
  reply.header('ETag', answer.etag).header('Cache-Control', answer.cacheControl).header('Vary', 'Accept-Encoding')
  if (answer.status === 200 && request.headers['if-none-match'] === answer.etag) return reply.code(304).send()

  const encoding = bestEncoding(request.headers['accept-encoding'])
  reply.code(answer.status).header('Content-Type', answer.contentType)
  if (encoding === 'identity') return reply.send(answer.bodies.identity)

  answer.bodies[encoding] ??= compressors[encoding](answer.bodies.identity)
  const body = await answer.bodies[encoding]
  answer.bodies[encoding] = body
  return reply.header('Content-Encoding', encoding).send(body)
}

function bestEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const offers = accepted.split(',').map((offer) => offer.trim().toLowerCase())
  const takes = (name: string) =>
    offers.some((offer) => offer === name || (offer.startsWith(`${name};`) && !/;\s*q=0(\.0*)?$/.test(offer)))
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}
