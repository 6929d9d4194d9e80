import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { API, PAGE } from '../../../contract/wire/paths.ts'

/** Forms whose outcomes are counted by name. */
const FORMS: Record<string, string> = {
  [API.submitApplication]: 'application',
  [PAGE.apply]: 'application',
  [API.recoveryResubmit]: 'recovery',
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])

/** Seconds: pages and reads are at the lower end, uploads from a phone at the upper. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 150]

/** Counts and times every response. Labels have few values, and none that a visitor chooses. */
export function countResponses(app: FastifyInstance, register: Registry): void {
  const durations = new Histogram({
    name: 'wellhead_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response, by route and class of status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [register],
  })
  const submissions = new Counter({
    name: 'wellhead_submissions_total',
    help: 'Forms with a resume: accepted, refused (4xx), failed (5xx), aborted (the connection ended first).',
    labelNames: ['form', 'outcome'],
    registers: [register],
  })
  for (const form of Object.values(FORMS)) {
    for (const outcome of Object.values(OUTCOMES)) submissions.inc({ form, outcome }, 0)
  }

  app.addHook('onResponse', async (request, reply) => {
    // A stream is open for as long as its page.
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return
    const status = statusClass(reply.statusCode, reply.raw.writableFinished)
    const route = routeOf(request)
    const method = METHODS.has(request.method) ? request.method : 'other'
    durations.observe({ method, route, status }, reply.elapsedTime / 1000)
    const form = FORMS[route]
    const outcome = OUTCOMES[status]
    if (form && outcome && request.method === 'POST') submissions.inc({ form, outcome })
  })
}

/** A form without JavaScript is accepted with a redirect to its confirmation. */
const OUTCOMES: Record<string, string> = {
  '2xx': 'accepted',
  '3xx': 'accepted',
  '4xx': 'refused',
  '5xx': 'failed',
  aborted: 'aborted',
}

function statusClass(status: number, isFinished: boolean): string {
  return isFinished ? `${Math.floor(status / 100)}xx` : 'aborted'
}

/** The pattern of the route, never the address. Every built file has its own route. */
function routeOf(request: FastifyRequest): string {
  const route = request.routeOptions.url ?? 'none'
  return route.startsWith('/assets/') ? '/assets/*' : route
}
