import { loginResponseSchema } from '../../../contract/accounts/account.ts'
import { secondFactorSchema } from '../../../contract/accounts/second-factors.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { beginSession } from '../accounts/account-routes.ts'
import { deviceOf } from '../accounts/devices/session-device.ts'
import type { Services } from '../feature.ts'
import { finishSignIn } from './finish-sign-in.ts'

/** Ending a sign-in by a code; open, since only its ticket says whose it is. */
export function finishSignInRoute(app: WellheadApp, services: Services): void {
  app.post(
    SIGN_IN_API.secondFactor,
    {
      schema: {
        operationId: 'proveSecondFactor',
        summary: 'End a sign-in by a code of an authenticator app or a recovery code',
        tags: ['accounts'],
        body: secondFactorSchema,
        response: { 200: loginResponseSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const signedIn = await finishSignIn(services, request.body, { address: request.ip, device: deviceOf(request) })
      reply.header('Cache-Control', 'no-store')
      return beginSession(services, reply, signedIn)
    },
  )
}
