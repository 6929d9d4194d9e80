import type { IncomingMessage, Server } from 'node:http'
import fastify, { type FastifyHttpOptions, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  BODY_LIMIT,
  limitUnreadBodies,
  refuseTinyChunks,
  refuseUnknownAddresses,
} from './platform/http/connections/body-limits.ts'
import { limitConnections } from './platform/http/connections/connection-limits.ts'
import { closeIdleConnections } from './platform/http/connections/idle-connections.ts'
import { handleMalformed, refuseMalformed } from './platform/http/connections/malformed-requests.ts'
import { abortSlowBodies } from './platform/http/connections/slow-bodies.ts'
import type { Timeouts } from './platform/http/connections/timeouts.ts'
import { refuseCrossSite } from './platform/http/cross-site.ts'
import { installErrorHandler, sendUnreadableAddress } from './platform/http/error-handler.ts'
import { leaveFormsToRoutes } from './platform/http/form-requests.ts'
import { refuseOtherHosts } from './platform/http/hosts.ts'
import { describeRoutes } from './platform/http/openapi/openapi.ts'
import { logResponses } from './platform/http/request-log.ts'
import { requirePolicies } from './platform/http/route-policies.ts'
import { securityHeaders, setSecurityHeaders } from './platform/http/security-headers.ts'
import { type TrustProxy, trustedHops, warnOfUntrusted } from './platform/http/trust-proxy.ts'

/** What the HTTP server needs to know before it has any route. */
export type HttpServerSettings = {
  /** Absolute address of the site, without a trailing slash. */
  publicUrl: string
  trustProxy: TrustProxy
  logger: NonNullable<FastifyHttpOptions<Server>['logger']>
  timeouts: Timeouts
  /** Whether a body declares more than any route accepts. */
  isTooLong: (request: IncomingMessage) => boolean
  /** False while a development server adds scripts of its own to pages. */
  hasContentPolicy: boolean
  /** Name of the cookie that authorises the list of applications, for the description of the routes. */
  cookieName: string
}

/** Set here so that Fastify does not load its own compilers, which take 2 MB; its types know only those. */
const ZOD_COMPILERS = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => serializerCompiler,
} as unknown as NonNullable<NonNullable<FastifyHttpOptions<Server>['schemaController']>['compilersFactory']>

/** The HTTP server with everything that holds for every route: limits, headers, refusals, errors and the log. */
export function createHttpServer(settings: HttpServerSettings) {
  const { publicUrl, trustProxy, logger, timeouts, isTooLong, hasContentPolicy, cookieName } = settings
  const headers = securityHeaders({ isHttps: publicUrl.startsWith('https:'), hasContentPolicy })
  const app = fastify({
    logger,
    trustProxy: trustedHops(trustProxy),
    bodyLimit: BODY_LIMIT.stranger,
    // A large database read by a slow machine makes the start slow, never fail.
    pluginTimeout: 0,
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.idleMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkingMs,
      requireHostHeader: false,
    },
    // Without Fastify's options pino takes a shorter way: a tenth less processor time per read.
    childLoggerFactory: (log, bindings) => log.child(bindings),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    frameworkErrors: sendUnreadableAddress(headers),
    clientErrorHandler: handleMalformed(headers),
    // During a shutdown, respond to requests on open connections, then close them.
    return503OnClosing: false,
    // Long ids reach our own validation.
    routerOptions: { maxParamLength: 4_096 },
    schemaController: { compilersFactory: ZOD_COMPILERS },
  }).withTypeProvider<ZodTypeProvider>()
  installErrorHandler(app)
  logResponses(app)
  setSecurityHeaders(app, headers)
  limitConnections(app)
  closeIdleConnections(app, timeouts)
  abortSlowBodies(app, timeouts)
  refuseTinyChunks(app)
  refuseMalformed(app, headers)
  warnOfUntrusted(app, trustProxy)
  refuseOtherHosts(app, publicUrl)
  refuseCrossSite(app, publicUrl)
  refuseUnknownAddresses(app)
  // No route accepts plain text: without this Fastify reads the body and reports it, not the content type.
  app.removeContentTypeParser('text/plain')
  limitUnreadBodies(app, { isTooLong, lingerMs: timeouts.lingerMs })
  app.addHook('preClose', async () => closeConnectionsAsTheyTurnIdle(app.server))
  leaveFormsToRoutes(app)
  requirePolicies(app)
  describeRoutes(app, { siteUrl: publicUrl, cookieName })
  return app
}

/** Connections turn idle after their last response, which may be long after closing has begun. */
function closeConnectionsAsTheyTurnIdle(server: Server): void {
  const closing = setInterval(() => server.closeIdleConnections(), 100)
  server.once('close', () => clearInterval(closing))
}
