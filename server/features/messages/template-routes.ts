import type { Kysely } from 'kysely'
import * as z from 'zod'
import { ADMIN_API } from '../../../contract/admin-paths.ts'
import { messageTemplatesSchema, messageTextSchema } from '../../../contract/messages.ts'
import { TEMPLATE_KINDS } from '../../../contract/vocabulary.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/feature.ts'
import { type Sessions, signedIn } from '../accounts/sessions.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { listTemplates, resetTemplate, saveTemplate } from './template-queries.ts'

const ofOne = z.strictObject({ kind: z.enum(TEMPLATE_KINDS) })

/** The texts of messages (`design.md` section 7, Answers). */
export function templateRoutes(
  app: WellheadApp,
  { db, sessions, clock }: { db: Kysely<Tables>; sessions: Sessions; clock: Clock },
): void {
  const tags = ['messages']
  const response = { 200: messageTemplatesSchema, ...errorResponses }

  app.get(ADMIN_API.messageTemplates, sessions.guarded({ tags, response }), () => listTemplates(db))

  app.put(
    ADMIN_API.messageTemplate,
    sessions.guarded({ tags, params: ofOne, body: messageTextSchema, response }),
    (request) => {
      const by = signedIn(request)
      const now = clock()
      return db.transaction().execute(async (trx) => {
        const template = { ...request.body, username: by.username, changed_at: now.toISOString() }
        await saveTemplate(trx, request.params.kind, template)
        await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'template_changed' } })
        return listTemplates(trx)
      })
    },
  )

  app.delete(ADMIN_API.messageTemplate, sessions.guarded({ tags, params: ofOne, response }), (request) => {
    const by = signedIn(request)
    return db.transaction().execute(async (trx) => {
      await resetTemplate(trx, request.params.kind)
      await recordAction(trx, { by, now: clock(), id: by.id, subject: 'account', event: { action: 'template_reset' } })
      return listTemplates(trx)
    })
  })
}
