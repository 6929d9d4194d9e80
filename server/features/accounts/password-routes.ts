import type { Kysely, Transaction } from 'kysely'
import { changePasswordSchema, loginAnswerSchema } from '../../../contract/account.ts'
import { API } from '../../../contract/paths.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { BEARER_ONLY, errorResponses, type WellheadApp } from '../../platform/http/feature.ts'
import type { Account } from './account-queries.ts'
import { presentUser } from './account-routes.ts'
import { changePassword } from './change-password.ts'
import type { Sessions } from './sessions.ts'
import type { SignInGuard } from './sign-in/sign-in-guard.ts'

type Dependencies = { db: Kysely<Tables>; sessions: Sessions; clock: Clock; guard: SignInGuard }

/** Changing one's own password and username, which setup advises (`spec.md` section 2). */
export function passwordRoutes(app: WellheadApp, { db, sessions, clock, guard }: Dependencies): void {
  app.post(
    API.changePassword,
    {
      onRequest: sessions.requireBearer,
      schema: {
        tags: ['accounts'],
        security: BEARER_ONLY,
        body: changePasswordSchema,
        response: { 200: loginAnswerSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const by = request.account as Account
      const caller = {
        by,
        attempt: { address: request.ip, username: by.username },
        renewSession: (trx: Transaction<Tables>) => sessions.renew(trx, request),
        now: clock(),
      }
      const { user, secrets } = await changePassword({ db, guard }, caller, request.body)
      sessions.setCookie(reply, secrets)
      return reply.header('Cache-Control', 'no-store').send({ token: secrets.token, user: presentUser(user) })
    },
  )
}
