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

/**
 * Requests to the API that need no sign-in: visitors send them, and with the token of their own link applicants, invited people, asked
 * colleagues and those who choose a new password.
 */
const OPEN: ReadonlySet<string> = new Set([
  `GET ${API.jobs}`,
  `GET ${API.job}`,
  `GET ${API.promise}`,
  `GET ${API.promiseMonths}`,
  `POST ${API.submitApplication}`,
  `POST ${API.login}`,
  `POST ${ADMIN_API.secondFactor}`,
  `POST ${ADMIN_API.passkeySignInOptions}`,
  `POST ${ADMIN_API.passkeySignIn}`,
  `POST ${ADMIN_API.secondFactorPasskeyOptions}`,
  `POST ${ADMIN_API.secondFactorPasskey}`,
  `GET ${ADMIN_API.singleSignOn}`,
  `GET ${ADMIN_API.startSingleSignOn}`,
  `POST ${ADMIN_API.joinWithSingleSignOn}`,
  `GET ${ADMIN_API.singleSignOnCallback}`,
  `POST ${ADMIN_API.finishSingleSignOn}`,
  `POST ${ADMIN_API.setupAdmin}`,
  `POST ${ADMIN_API.requestPasswordReset}`,
  `GET ${ADMIN_API.passwordReset}`,
  `POST ${ADMIN_API.passwordReset}`,
  `GET ${ADMIN_API.join}`,
  `POST ${ADMIN_API.join}`,
  `GET ${ADMIN_API.askedQuestion}`,
  `POST ${ADMIN_API.openAskedQuestion}`,
  `POST ${ADMIN_API.askedQuestionCode}`,
  `POST ${ADMIN_API.askedQuestionAnswer}`,
  `GET ${ADMIN_API.askedQuestionResume}`,
  `GET ${ADMIN_API.askedQuestionResumeText}`,
  `GET ${API.myApplication}`,
  `POST ${API.myApplicationNote}`,
  `GET ${API.myApplicationResume}`,
  `POST ${API.myApplicationResume}`,
  `POST ${API.withdrawApplication}`,
  `POST ${API.eraseApplication}`,
  `POST ${API.respondToInterview}`,
  `GET ${API.interviewCalendar}`,
  `POST ${API.chooseTime}`,
  `POST ${API.declineTimes}`,
  `POST ${API.newApplicationLink}`,
  `POST ${API.recoveryResubmit}`,
  `POST ${API.recoveryReceipt}`,
  `GET ${ADMIN_API.openapi}`,
])

/**
 * Makes the start fail where a route of the API has no policy, so that none is open by oversight. Pages, files and feeds know no
 * sign-in. A HEAD is what its GET is.
 * @throws {Error} from the registration of the route
 */
export function requirePolicies(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!url.startsWith('/api/') || config?.may !== undefined) return
    for (const each of [method].flat())
      if (!OPEN.has(`${each === 'HEAD' ? 'GET' : each} ${url}`))
        throw new Error(`${each} ${url} has no policy: guard it with \`may\`, or list it as open.`)
  })
}
