import { applicationsCookieName } from './features/accounts/sessions.ts'
import type { Feature } from './features/feature.ts'
import { FEATURES } from './features.ts'
import { TIMEOUTS } from './platform/http/connections/timeouts.ts'
import { createHttpServer, type HttpServerSettings } from './platform/http/http-server.ts'
import { refuseWrites } from './platform/http/refuse-writes.ts'
import { createServices, type Opened, stopServices } from './services.ts'

/** What the application is made of. */
export type AppParts = Opened & {
  logger: HttpServerSettings['logger']
  /** False in tests that plan the mails of job alerts themselves. */
  plansAlerts?: boolean
}

/** Builds the application: the HTTP server, the services that features share, and every feature. It does not listen yet. */
export function buildApp({ logger, plansAlerts = true, ...opened }: AppParts) {
  const { config, pages, listener, timeouts = TIMEOUTS } = opened
  const { publicUrl, trustProxy } = config
  const cookieName = applicationsCookieName(publicUrl.startsWith('https:'))
  const hasContentPolicy = 'folder' in pages.files
  const app = createHttpServer({ publicUrl, trustProxy, logger, timeouts, hasContentPolicy, cookieName })
  const services = createServices(opened, app.log)
  refuseWrites(app, services.isPaused)
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
  const work: ReturnType<NonNullable<Feature['work']>[number]>[] = []
  app.addHook('onReady', async () => {
    for (const feature of FEATURES) await feature.onStart?.(services)
    for (const feature of FEATURES)
      if (plansAlerts || feature.name !== 'alerts') work.push(...(feature.work ?? []).map((start) => start(services)))
  })
  app.addHook('onClose', async () => {
    await Promise.all(work.map((each) => each?.stop()))
    await stopServices(services)
  })
  for (const { routes = [] } of FEATURES) for (const register of routes) register(app, services)
  return app
}
