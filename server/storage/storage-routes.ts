import { API } from '../../contract/paths.ts'
import { type StorageTest, storageTestSchema } from '../../contract/storage.ts'
import type { Sessions } from '../accounts/sessions.ts'
import { BEARER_ONLY, errorAnswers, type WellheadApp } from '../http/feature.ts'

type Dependencies = { sessions: Sessions; missingDriveSettings: string[] }

/** Testing the cloud drive (`spec.md` sections 2 and 7). */
export function storageRoutes(app: WellheadApp, { sessions, missingDriveSettings }: Dependencies): void {
  app.get(
    API.storageTest,
    {
      onRequest: sessions.requireBearer,
      schema: { tags: ['storage'], security: BEARER_ONLY, response: { 200: storageTestSchema, ...errorAnswers } },
    },
    async (_request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return testCloudDrive(missingDriveSettings)
    },
  )
}

function testCloudDrive(missing: string[]): StorageTest {
  const kept = 'Resumes are kept in local storage.'
  if (missing.length > 0) {
    return { connected: false, message: `Google Drive is not configured: set ${missing.join(' and ')}. ${kept}` }
  }
  return { connected: false, message: `Google Drive is configured, but this version does not copy to it yet. ${kept}` }
}
