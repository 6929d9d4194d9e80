import { applicationsCookieName } from './features/accounts/sessions.ts'
import { FEATURES } from './features.ts'
import { createHttpServer, type HttpServerSettings } from './http-server.ts'
import { createScheduler } from './platform/every.ts'
import { TIMEOUTS } from './platform/http/connections/timeouts.ts'
import { refuseWrites } from './platform/http/refuse-writes.ts'
import { serveInTurn } from './platform/http/turns/in-turn.ts'
import { declaresTooMuch } from './platform/uploads/multipart-form.ts'
import { createServices, type Opened, stopServices } from './services.ts'

/** SQLite has one connection, for which requests wait in turn too: as many as of a usual pool. */
const SQLITE_TURNS = 10

/**
 * Builds the application: the HTTP server, the services that features share, and every feature. It does not listen yet.
 * @param ranByHand names of work that runs only when a test says so
 */
export function buildApp(
  opened: Opened,
  { logger, ranByHand = [] }: { logger: HttpServerSettings['logger']; ranByHand?: readonly string[] },
) {
  const { config, pages, listener, timeouts = TIMEOUTS } = opened
  const { publicUrl, trustProxy } = config
  const cookieName = applicationsCookieName(publicUrl.startsWith('https:'))
  const hasContentPolicy = 'folder' in pages.files
  const settings = { publicUrl, trustProxy, logger, timeouts, hasContentPolicy, cookieName }
  const app = createHttpServer({ ...settings, isTooLong: declaresTooMuch })
  const services = createServices(opened, app.log)
  refuseWrites(app, services.isPaused)
  serveInTurn(app, {
    connections: config.postgres?.poolSize ?? SQLITE_TURNS,
    // A program must not take the turns of its person.
    callerOf: ({ account }) => (account?.token ? `token ${account.token.id}` : `account ${account?.id}`),
  })
  app.decorate('signInEvents', services.signInEvents)
  listener?.subscribe({
    onNotification: (topic) => {
      for (const feature of FEATURES) feature.onNotify?.(services, topic)
    },
    onListening: (isListening) => {
      for (const feature of FEATURES) feature.onListening?.(services, isListening)
    },
    log: app.log,
  })
  listener?.lockLost.then(() => services.outbox.stop())
  const scheduler = createScheduler(services)
  app.addHook('onReady', async () => {
    for (const feature of FEATURES) await feature.onStart?.(services)
    for (const make of FEATURES.flatMap((feature) => feature.every ?? [])) {
      const work = make(services)
      if (work) scheduler.add(ranByHand.includes(work.name) ? { ...work, everyMs: null, isDueAtStart: false } : work)
    }
  })
  app.addHook('onClose', async () => {
    await scheduler.stop()
    await stopServices(services)
  })
  for (const { routes = [] } of FEATURES) for (const register of routes) register(app, services)
  return Object.assign(app, { runWork: scheduler.runNow, wakeOutbox: services.outbox.wake })
}
