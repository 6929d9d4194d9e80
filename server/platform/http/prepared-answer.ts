import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bestEncoding, type Encoding } from './accepted-encoding.ts'
import { isKnown } from './entity-tags.ts'

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
  const isAtCaller = isKnown(request.headers['if-none-match'], answer.etag)
  if (answer.status === 200 && isAtCaller) return replayable(reply, null).code(304).send()

  const encoding = bestEncoding(request.headers['accept-encoding'])
  reply.code(answer.status).header('Content-Type', answer.contentType)
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  const body = encoding === 'identity' ? answer.bodies.identity : await compressed(answer, encoding)
  return replayable(reply, body).send(body)
}

function replayable(reply: FastifyReply, body: Buffer | null): FastifyReply {
  reply.replayable = body
  return reply
}

async function compressed({ bodies }: PreparedAnswer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  bodies[encoding] ??= compressors[encoding](bodies.identity)
  try {
    bodies[encoding] = await bodies[encoding]
    return bodies[encoding]
  } catch (error) {
    delete bodies[encoding]
    throw error
  }
}
