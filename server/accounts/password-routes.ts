import type { Kysely } from 'kysely'
import { changePasswordSchema } from '../../contract/account.ts'
import { API } from '../../contract/paths.ts'
import type { Clock } from '../clock.ts'
import type { Tables } from '../database/tables.ts'
import { BEARER_ONLY, emptyAnswer, errorAnswers, type WellheadApp } from '../http/feature.ts'
import type { Account } from './account-queries.ts'
import { changePassword } from './change-password.ts'
import type { Sessions } from './sessions.ts'
import type { SignInGuard } from './sign-in-guard.ts'

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
        response: { 204: emptyAnswer, ...errorAnswers },
      },
    },
    async (request, reply) => {
      const by = request.account as Account
      const caller = {
        by,
        attempt: { address: request.ip, username: by.username },
        tokenHash: sessions.tokenHash(request),
        now: clock(),
      }
      await changePassword({ db, guard }, caller, request.body)
      return reply.code(204).send(null)
    },
  )
}
