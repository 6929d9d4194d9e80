import { subscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into the program before its first module, and only by the bench: it notes every route, and says on a socket of
 * its own what the program has used so far. The program itself is unchanged.
 */

/** A route of the program, as `GET /jobs/:id`, and the sign-ins that its description names. */
export type FoundRoute = { name: string; security: object[] }

/** What the program has used since its start, in milliseconds; `blockMs` is the longest time its loop stood since the last look. */
export type Probed = { mainMs: number; coreMs: number; blockMs: number; routes: FoundRoute[] }

/** Names the socket of the probe. */
export const PROBE_VARIABLE = 'WELLHEAD_BENCH_PROBE'

/** How often the loop is looked at, in milliseconds. */
const RESOLUTION_MS = 5
const NS_PER_MS = 1e6
const US_PER_MS = 1e3

type Route = { method: string | string[]; url: string; schema?: { security?: object[] } }
type App = { addHook(name: 'onRoute', hook: (route: Route) => void): void }

const socket = process.env[PROBE_VARIABLE]
if (isMainThread && socket) serve(socket)

function serve(path: string): void {
  const routes: FoundRoute[] = []
  subscribe('fastify.initialization', (message) => {
    ;(message as { fastify: App }).fastify.addHook('onRoute', ({ method, url, schema }) => {
      for (const one of [method].flat()) routes.push({ name: `${one} ${url}`, security: schema?.security ?? [] })
    })
  })
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const sum = ({ user, system }: { user: number; system: number }) => (user + system) / US_PER_MS
  const server = createServer((connection) => {
    const blockMs = Math.max(0, delays.max / NS_PER_MS - RESOLUTION_MS)
    delays.reset()
    const probed: Probed = { mainMs: sum(process.threadCpuUsage()), coreMs: sum(process.cpuUsage()), blockMs, routes }
    connection.on('error', () => undefined).end(JSON.stringify(probed))
  })
  server.listen(path).unref()
}
