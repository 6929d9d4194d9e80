import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'

const MEDIA_TYPE = { csv: 'text/csv; charset=utf-8', zip: 'application/zip' } as const

/**
 * Sends a file that is made for this request, to be saved under a name with the day.
 * @param make begins the file, and records that it leaves; HEAD, which Fastify serves with the same route, makes none
 */
export async function sendMadeFile(
  reply: FastifyReply,
  { name, kind, now }: { name: string; kind: keyof typeof MEDIA_TYPE; now: Date },
  make: () => Promise<Readable>,
): Promise<FastifyReply> {
  const content = reply.request.method === 'HEAD' ? Readable.from([]) : await make()
  return reply
    .header('Cache-Control', 'no-store')
    .header('Content-Type', MEDIA_TYPE[kind])
    .header('Content-Disposition', contentDisposition(`${name} ${now.toISOString().slice(0, 10)}.${kind}`))
    .send(content)
}
