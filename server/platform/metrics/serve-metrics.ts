import { once } from 'node:events'
import { createServer } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { countSignIns } from '../../features/accounts/sign-in/sign-in-metrics.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { StartFault } from '../start-fault.ts'
import { type Measured, measureInstallation } from './installation-metrics.ts'
import { countAnswers } from './request-metrics.ts'

/**
 * Serves figures in the text form of Prometheus at an address of their own, so that no proxy shows them to visitors.
 * @throws {StartFault} when the address is taken or not this machine's
 */
export async function serveMetrics({ app, host, port, ...measured }: Measured & { host: string; port: number }) {
  const register = new Registry()
  collectDefaultMetrics({ register, prefix: 'wellhead_' })
  countAnswers(app, register)
  countSignIns(app, register)
  measureInstallation({ app, ...measured }, register)

  const headers = securityHeaders({ isHttps: false, hasContentPolicy: true })
  const server = createServer({ requestTimeout: 10_000 }, async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404, headers).end()
    try {
      const text = await register.metrics()
      response.writeHead(200, { ...headers, 'content-type': register.contentType }).end(text)
    } catch (error) {
      app.log.error({ err: error }, 'the figures could not be read')
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
