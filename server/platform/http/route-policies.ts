import type { FastifyInstance } from 'fastify'
import type { Permission } from '../../../contract/policies/policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route does, by the policy of its resource. */
    may?: Permission
  }
}

/** Addresses of the API that need no sign-in: visitors use them, and applicants with the token of their own link. */
const OPEN = new Set<string>([
  API.jobs,
  API.job,
  API.promise,
  API.promiseMonths,
  API.submitApplication,
  API.login,
  ADMIN_API.setupAdmin,
  ADMIN_API.join,
  API.myApplication,
  API.myApplicationNote,
  API.myApplicationResume,
  API.withdrawApplication,
  API.eraseApplication,
  API.respondToInterview,
  API.interviewCalendar,
  API.chooseTime,
  API.declineTimes,
  API.newApplicationLink,
  API.recoveryResubmit,
  API.recoveryReceipt,
  ADMIN_API.openapi,
])

/**
 * Makes the start fail where a route of the API has no policy, so that none is open by oversight. Pages, files and feeds know no
 * sign-in.
 */
export function requirePolicies(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!url.startsWith('/api/') || OPEN.has(url) || config?.may !== undefined) return
    throw new Error(`${method} ${url} has no policy: guard it with \`may\`, or list it as open.`)
  })
}
