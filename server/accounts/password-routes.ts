import type { Kysely } from 'kysely'
import { changePasswordSchema } from '../../contract/account.ts'
import { API } from '../../contract/paths.ts'
import type { Clock } from '../clock.ts'
import type { Tables } from '../database/tables.ts'
import { BEARER_ONLY, emptyAnswer, errorAnswers, type WellheadApp } from '../http/feature.ts'
import type { Account } from './account-queries.ts'
import { changePassword } from './change-password.ts'
import type { Sessions } from './sessions.ts'

type Dependencies = { db: Kysely<Tables>; sessions: Sessions; clock: Clock }

/** Changing one's own password and username, which setup advises (`spec.md` section 2). */
export function passwordRoutes(app: WellheadApp, { db, sessions, clock }: Dependencies): void {
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
      await changePassword(db, { by, tokenHash: sessions.tokenHash(request), now: clock() }, request.body)
      return reply.code(204).send(null)
    },
  )
}
