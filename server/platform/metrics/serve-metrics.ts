import { once } from 'node:events'
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { securityHeaders } from '../http/security-headers.ts'
import { StartFault } from '../operator-faults.ts'
import { countResponses } from './request-metrics.ts'

/** What to serve, and where. */
export type MetricsServer = {
  app: FastifyInstance
  host: string
  port: number
  /** Adds the features' metrics. */
  measure: (register: Registry) => void
}

/**
 * Serves metrics in the Prometheus text format at a separate address, so that no proxy shows them to visitors.
 * @throws {StartFault} when the address is in use or not this machine's
 */
export async function serveMetrics({ app, host, port, measure }: MetricsServer) {
  const register = new Registry()
  collectDefaultMetrics({ register, prefix: 'wellhead_' })
  countResponses(app, register)
  measure(register)

  const headers = securityHeaders({ isHttps: false, hasContentPolicy: true })
  const server = createServer({ requestTimeout: 10_000 }, async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404, headers).end()
    try {
      const text = await register.metrics()
      response.writeHead(200, { ...headers, 'content-type': register.contentType }).end(text)
    } catch (error) {
      app.log.error({ err: error }, 'metrics could not be collected')
      response.writeHead(500, headers).end()
    }
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error) => {
    throw new StartFault(`METRICS_ADDRESS ${host}:${port} cannot be listened on (${error.message}): set another one.`)
  })

  return {
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
