import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What the log says of a request: no address, no query, no header, so no personal data. */
export const LOG_SERIALIZERS = {
  req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url }),
}

/** Whether plain reads are logged, too. */
export function logsPlainReads(level: string): boolean {
  return level === 'debug' || level === 'trace'
}

/** Logs a line for each answer worth reading: changes and failures always, plain reads only at `debug`. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const isPlainRead = (request.method === 'GET' || request.method === 'HEAD') && reply.statusCode < 400
    const level = reply.statusCode >= 500 ? 'error' : isPlainRead ? 'debug' : 'info'
    request.log[level]({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
}
