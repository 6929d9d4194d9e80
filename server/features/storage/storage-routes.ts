import { SITE } from '../../../contract/policies/site-policy.ts'
import { type StorageTest, storageStatusSchema, storageTestSchema } from '../../../contract/site/storage.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { REMOTE_STORES, STORES } from '../../../contract/wire/file-store-names.ts'
import type { RemoteStore } from '../../platform/file-stores/file-store.ts'
import { remoteStore } from '../../platform/file-stores/file-stores.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { notConfigured } from '../../platform/installation/remote-stores.ts'
import type { Services } from '../feature.ts'
import { requestCheck } from '../resumes/check-queries.ts'
import { queueMissingReplicas } from '../resumes/queue-replicas.ts'
import { readStorageStatus } from './storage-queries.ts'

/** The state of the file stores, their tests, and the check of all files. */
export function storageRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, stores, config } = services

  for (const name of REMOTE_STORES) {
    const { path, operationId, summary } = STORES[name].test
    app.get(
      path,
      sessions.guarded({
        config: { writes: true },
        may: SITE.seeStorage,
        operationId,
        summary,
        tags: ['storage'],
        response: { 200: storageTestSchema, ...errorResponses },
      }),
      async (_request, reply) => {
        reply.header('Cache-Control', 'no-store')
        const store = remoteStore(stores, name)
        if (store) return testStore(services, store)
        const otherwise = stores.remote.length > 0 ? '' : ' Resumes are kept in local storage.'
        return { connected: false, message: `${notConfigured(config.remoteStores, name)}${otherwise}` }
      },
    )
  }

  app.get(
    ADMIN_API.storage,
    sessions.guarded({
      may: SITE.seeStorage,
      operationId: 'getStorage',
      summary: 'Report where resumes are stored, and which tasks are open',
      tags: ['storage'],
      response: { 200: storageStatusSchema, ...errorResponses },
    }),
    async (_request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return readStorageStatus(db, stores)
    },
  )

  app.post(
    ADMIN_API.storageCheck,
    sessions.guarded({
      may: SITE.seeStorage,
      operationId: 'checkStorage',
      summary: 'Start a check of all files in the background',
      tags: ['storage'],
      response: { 202: storageStatusSchema, ...errorResponses },
    }),
    async (_request, reply) => {
      await checkAllFiles(services)
      return reply
        .code(202)
        .header('Cache-Control', 'no-store')
        .send(await readStorageStatus(db, stores))
    },
  )
}

/** Tests a remote store. When it works, replicas that had failed are made again at once. */
async function testStore(
  { db, outbox, clock }: Pick<Services, 'db' | 'outbox' | 'clock'>,
  store: RemoteStore,
): Promise<StorageTest> {
  const outcome = await store.check()
  if (!outcome.connected) return outcome
  await queueMissingReplicas(db, store.name, clock)
  outbox.wake()
  return outcome
}

/** Starts a check that reads all files, unless one is under way. */
async function checkAllFiles({ db, outbox, clock }: Pick<Services, 'db' | 'outbox' | 'clock'>): Promise<void> {
  await db.transaction().execute((trx) => requestCheck(trx, clock()))
  outbox.wake()
}
