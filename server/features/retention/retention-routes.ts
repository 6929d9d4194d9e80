import {
  bringBackSchema,
  broughtBackSchema,
  changedRetentionSchema,
  peoplePageSchema,
  retentionPreviewSchema,
  retentionSchema,
  setAsideSchema,
  switchedOnSchema,
} from '../../../contract/personal-data/retention-rules.ts'
import { PERSONAL_DATA } from '../../../contract/policies/personal-data-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { bringPeopleBack } from './bring-people-back.ts'
import { changePeriods, readRetention, switchOff, switchOn } from './change-retention.ts'
import { countSetAside, findNames, listSetAside } from './person-queries.ts'
import { previewRetention } from './preview-retention.ts'

/** How long applications are kept (`docs/decisions/0151-retention.md`). */
export function retentionRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, clock, onSettingsSaved } = services
  const shared = { may: PERSONAL_DATA.retain, tags: ['personal-data'] }
  const retention = { 200: retentionSchema, ...errorResponses }
  const author = (request: Parameters<typeof signedIn>[0]) => ({ by: signedIn(request), now: clock() })

  app.get(
    ADMIN_API.retention,
    sessions.guarded({
      ...shared,
      operationId: 'getRetention',
      summary: 'Read how long applications are kept, and how many are set aside',
      response: retention,
    }),
    async (_request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return readRetention(db)
    },
  )

  app.patch(
    ADMIN_API.retention,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'changeRetention',
      summary: 'Change how long applications are kept; this switches the rules off',
      body: changedRetentionSchema,
      response: retention,
    }),
    async (request) => {
      const { rules, version } = request.body
      const changed = await changePeriods(services, author(request), { changes: rules, version })
      onSettingsSaved()
      return changed
    },
  )

  app.get(
    ADMIN_API.retentionPreview,
    sessions.guarded({
      ...shared,
      operationId: 'previewRetention',
      summary: 'See what the rules would do now, page by page',
      querystring: peoplePageSchema,
      response: { 200: retentionPreviewSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return previewRetention(services, request.query.page)
    },
  )

  app.post(
    ADMIN_API.retentionOn,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'switchRetentionOn',
      summary: 'Switch the rules on, naming what the preview has shown',
      body: switchedOnSchema,
      response: retention,
    }),
    async (request) => {
      const changed = await switchOn(services, author(request), request.body)
      onSettingsSaved()
      return changed
    },
  )

  app.post(
    ADMIN_API.retentionOff,
    sessions.guarded({
      ...shared,
      operationId: 'switchRetentionOff',
      summary: 'Switch the rules off; who is set aside comes back',
      response: retention,
    }),
    async (request) => {
      const changed = await switchOff(services, author(request))
      onSettingsSaved()
      return changed
    },
  )

  app.get(
    ADMIN_API.setAside,
    sessions.guarded({
      ...shared,
      operationId: 'listSetAside',
      summary: 'List the people who are set aside, until they are erased',
      querystring: peoplePageSchema,
      response: { 200: setAsideSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const rows = await listSetAside(db, request.query.page)
      const names = await findNames(
        db,
        rows.map(({ id }) => id),
      )
      return {
        ...(await countSetAside(db)),
        list: rows.map(({ id, erase_on, applications }) => ({
          ...{ applicationId: id, name: names.get(id) ?? '', applications: Number(applications) },
          eraseOn: erase_on ?? '',
        })),
      }
    },
  )

  app.post(
    ADMIN_API.bringBack,
    sessions.guarded({
      ...shared,
      operationId: 'bringBack',
      summary: 'Bring back people who are set aside; their period is counted again from today',
      body: bringBackSchema,
      response: { 200: broughtBackSchema, ...errorResponses },
    }),
    (request) => bringPeopleBack(services, author(request), request.body),
  )
}
