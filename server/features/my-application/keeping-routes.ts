import type { Transaction } from 'kysely'
import {
  keepingOfLinkSchema,
  keepOnFileSchema,
  withdrawnConsentSchema,
} from '../../../contract/applications/my-application.ts'
import { API } from '../../../contract/wire/paths.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { findApplication } from '../applications/stored/application-queries.ts'
import type { Services } from '../feature.ts'
import { findJobTitles } from '../jobs/job-queries.ts'
import { keepOnFile, readKeeping, withdrawConsent } from '../retention/keep-on-file.ts'
import { linkInvalid, requireLink } from './change-my-application.ts'
import { LINKED, tokenOf } from './linked-requests.ts'

/**
 * Whether an applicant stays on file (`docs/decisions/0155-consent-to-stay-on-file.md`). Every private link opens it, also that of a notice,
 * which opens nothing else.
 */
export function keepingRoutes(app: WellheadApp, services: Services): void {
  const { db, clock } = services
  const { headers, onRequest } = LINKED
  const shared = { onRequest, config: { inTurn: true } } as const
  const tags = ['my application']

  app.get(
    API.keeping,
    {
      ...shared,
      schema: {
        operationId: 'getKeeping',
        summary: 'Read whether an application stays on file, as its applicant',
        ...{ tags, headers },
        response: { 200: keepingOfLinkSchema, ...errorResponses },
      },
    },
    async (request) => {
      const now = clock()
      const applicationId = await requireLink(db, tokenOf(request), now, { forChoice: true })
      const application = await findApplication(db, applicationId)
      if (!application) throw linkInvalid()
      const { job_id } = application
      const titles = await findJobTitles(db, job_id === null ? [] : [job_id])
      return {
        reference: formatReference('APP', applicationId),
        job: (job_id !== null && titles.get(job_id)) || null,
        ...(await readKeeping(db, services, { applicationId, now })),
      }
    },
  )

  /** The link may have ended, and the application be gone, while the change waited for the locks. */
  const change = (
    token: string,
    make: (trx: Transaction<Tables>, linked: { applicationId: number; now: Date }) => Promise<void>,
  ) =>
    db.transaction().execute(async (trx) => {
      const now = clock()
      const applicationId = await requireLink(trx, token, now, { forChoice: true })
      await make(trx, { applicationId, now })
      await requireLink(trx, token, now, { forChoice: true })
    })

  app.post(
    API.keepOnFile,
    {
      ...shared,
      schema: {
        operationId: 'keepOnFile',
        summary: 'Agree to stay on file for one more period',
        ...{ tags, headers, body: keepOnFileSchema },
        response: { 204: emptyResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { version } = request.body
      await change(tokenOf(request), (trx, linked) => keepOnFile(trx, services, { ...linked, version }))
      return reply.code(204).send(null)
    },
  )

  app.post(
    API.withdrawConsent,
    {
      ...shared,
      schema: {
        operationId: 'withdrawConsent',
        summary: 'Withdraw the consent to stay on file',
        ...{ tags, headers, body: withdrawnConsentSchema },
        response: { 204: emptyResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      await change(tokenOf(request), (trx, linked) => withdrawConsent(trx, services, linked))
      return reply.code(204).send(null)
    },
  )
}
