import type { FastifyInstance } from 'fastify'
import type { Permission } from '../../../contract/policies/policy.ts'
import { COLLEAGUE_API } from '../../../contract/team/colleague-paths.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'

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
  `POST ${SIGN_IN_API.secondFactor}`,
  `POST ${SIGN_IN_API.passkeySignInOptions}`,
  `POST ${SIGN_IN_API.passkeySignIn}`,
  `POST ${SIGN_IN_API.secondFactorPasskeyOptions}`,
  `POST ${SIGN_IN_API.secondFactorPasskey}`,
  `GET ${ADMIN_API.singleSignOn}`,
  `GET ${SIGN_IN_API.startSingleSignOn}`,
  `POST ${SIGN_IN_API.joinWithSingleSignOn}`,
  `GET ${SIGN_IN_API.singleSignOnCallback}`,
  `POST ${SIGN_IN_API.finishSingleSignOn}`,
  `POST ${SIGN_IN_API.setupAdmin}`,
  `POST ${SIGN_IN_API.requestPasswordReset}`,
  `GET ${SIGN_IN_API.passwordReset}`,
  `POST ${SIGN_IN_API.passwordReset}`,
  `GET ${SIGN_IN_API.join}`,
  `POST ${SIGN_IN_API.join}`,
  `GET ${COLLEAGUE_API.askedQuestion}`,
  `POST ${COLLEAGUE_API.openAskedQuestion}`,
  `POST ${COLLEAGUE_API.askedQuestionCode}`,
  `POST ${COLLEAGUE_API.askedQuestionAnswer}`,
  `PUT ${COLLEAGUE_API.askedQuestionScorecard}`,
  `GET ${COLLEAGUE_API.askedQuestionResume}`,
  `GET ${COLLEAGUE_API.askedQuestionResumeText}`,
  `GET ${API.myApplication}`,
  `POST ${API.myApplicationNote}`,
  `GET ${API.myApplicationArchive}`,
  `GET ${API.myApplicationResume}`,
  `POST ${API.myApplicationResume}`,
  `POST ${API.withdrawApplication}`,
  `POST ${API.eraseApplication}`,
  `GET ${API.keeping}`,
  `POST ${API.keepOnFile}`,
  `POST ${API.withdrawConsent}`,
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
