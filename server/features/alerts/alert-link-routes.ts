import type { FastifyRequest } from 'fastify'
import type { JobAlertPageData } from '../../../contract/jobs/search/job-alert.ts'
import { ALERT_PARAMETER, ANCHOR, PAGE } from '../../../contract/wire/paths.ts'
import type { JobAlertRow } from '../../platform/database/tables.ts'
import type { WellheadApp } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import type { Services } from '../feature.ts'
import { HIDDEN, readForms, sendPersonalPage } from '../pages/personal-pages.ts'
import { findLinkedAlert } from './alert-links.ts'
import { confirmAlert, endAlert } from './change-alert.ts'
import { facetsOf } from './openings/fits-alert.ts'

const IN_TURN = { ...HIDDEN, config: { inTurn: true } } as const

/**
 * The pages that mails link to: they confirm, renew and end a job alert. A GET changes nothing, because mail scanners open
 * links.
 */
export function alertLinkRoutes(app: WellheadApp, services: Services): void {
  const { db, clock } = services

  app.get(PAGE.jobAlert, HIDDEN, async (request, reply) => {
    const token = tokenOf(request)
    const alert = await findLinkedAlert(db, token, clock())
    const data = alert ? pageData(alert, String(token)) : null
    return sendPersonalPage(services, { request, reply }, PAGE.jobAlert, data)
  })

  app.get(PAGE.endJobAlert, HIDDEN, async (request, reply) => {
    const token = tokenOf(request)
    const alert = await findLinkedAlert(db, token, clock())
    const data = alert ? { token: String(token), isEnded: false } : null
    return sendPersonalPage(services, { request, reply }, PAGE.endJobAlert, data)
  })

  app.register(async (scope) => {
    readForms(scope)
    // RFC 8058 lets mail providers send this kind of form too. The token in the address says everything.
    scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))

    scope.post(PAGE.jobAlert, IN_TURN, async (request, reply) => {
      const token = tokenOf(request)
      const isValid = await confirmAlert({ db, token, now: clock() })
      if (!isValid) return sendPersonalPage(services, { request, reply }, PAGE.jobAlert, null)
      // A reload then shows the job alert, and sends nothing again.
      const address = `${PAGE.jobAlert}?${ALERT_PARAMETER}=${token}#${ANCHOR.result}`
      return reply.headers(PRIVATE_HEADERS).redirect(address, 303)
    })

    scope.post(PAGE.endJobAlert, IN_TURN, async (request, reply) => {
      await endAlert({ db, token: tokenOf(request), now: clock() })
      // The same for a link that was used before, or never valid. No redirect: RFC 8058 forbids one.
      return sendPersonalPage(
        services,
        { request, reply },
        PAGE.endJobAlert,
        { token: '', isEnded: true },
        { variant: 'ended' },
      )
    })
  })
}

function tokenOf({ query }: FastifyRequest): unknown {
  return (query as Record<string, unknown>)[ALERT_PARAMETER]
}

function pageData(alert: JobAlertRow, token: string): JobAlertPageData {
  const isConfirmed = alert.confirmed_at !== null && alert.stopped_at === null
  return { token, facets: facetsOf(alert), isConfirmed, endsOn: alert.ends_at.slice(0, 10) }
}
