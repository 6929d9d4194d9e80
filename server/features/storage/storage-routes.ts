import type { Kysely } from 'kysely'
import { API } from '../../../contract/paths.ts'
import { storageStatusSchema, storageTestSchema } from '../../../contract/storage.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FileStoreName, Tables } from '../../platform/database/tables.ts'
import { BEARER_ONLY, errorResponses, type WellheadApp } from '../../platform/http/feature.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { Sessions } from '../accounts/sessions.ts'
import { requestCheck } from '../resumes/check-queries.ts'
import { queueCopies } from '../resumes/queue-copies.ts'
import { cloudAt, type ResumePlaces } from '../resumes/resume-places.ts'
import { readStorageStatus } from './storage-queries.ts'

type Dependencies = {
  db: Kysely<Tables>
  sessions: Sessions
  places: ResumePlaces
  outbox: Outbox
  clock: Clock
  missingDriveSettings: string[]
}

/** Where resumes are kept, whether the cloud drive works, and checking all files (`spec.md` sections 2 and 7). */
export function storageRoutes(app: WellheadApp, dependencies: Dependencies): void {
  const { db, sessions, places, outbox, clock, missingDriveSettings } = dependencies
  const adminOnly = { tags: ['storage'], security: BEARER_ONLY }

  const test = async (place: FileStoreName, missing: string) => {
    const cloud = cloudAt(places, place)
    if (!cloud) return { connected: false, message: missing }
    const outcome = await cloud.test()
    // What failed for a reason that has been mended is tried again at once.
    if (outcome.connected) {
      await queueCopies(db, place, clock)
      outbox.wake()
    }
    return outcome
  }

  for (const [path, place, missing] of [
    [API.storageTest, 'google-drive', driveNotConfigured(missingDriveSettings, places)],
    [API.s3Test, 's3', 'S3 is not configured: set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.'],
  ] as const) {
    app.get(
      path,
      {
        onRequest: sessions.requireBearer,
        schema: { ...adminOnly, response: { 200: storageTestSchema, ...errorResponses } },
      },
      async (_request, reply) => {
        reply.header('Cache-Control', 'no-store')
        return test(place, missing)
      },
    )
  }

  app.get(
    API.storage,
    {
      onRequest: sessions.requireBearer,
      schema: { ...adminOnly, response: { 200: storageStatusSchema, ...errorResponses } },
    },
    async (_request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return readStorageStatus(db, places)
    },
  )

  app.post(
    API.storageCheck,
    {
      onRequest: sessions.requireBearer,
      schema: { ...adminOnly, response: { 202: storageStatusSchema, ...errorResponses } },
    },
    async (_request, reply) => {
      await db.transaction().execute((trx) => requestCheck(trx, clock()))
      outbox.wake()
      return reply
        .code(202)
        .header('Cache-Control', 'no-store')
        .send(await readStorageStatus(db, places))
    },
  )
}

function driveNotConfigured(missing: string[], places: ResumePlaces): string {
  const otherwise = cloudAt(places, 's3') ? '' : ' Resumes are kept in local storage.'
  return `Google Drive is not configured: set ${missing.join(' and ')}.${otherwise}`
}
