import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sweepResumes } from '../../server/features/resumes/sweep-resumes.ts'
import { openLocalStore } from '../../server/platform/file-stores/local-store.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { applicationForm } from '../factories.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { startLossyProxy } from './lossy-proxy.ts'

let database: Awaited<ReturnType<typeof makePostgresDatabase>>
let proxy: Awaited<ReturnType<typeof startLossyProxy>>
let app: TestApp
beforeEach(async () => {
  database = await makePostgresDatabase()
  proxy = await startLossyProxy(database.url)
  app = await startTestApp({ postgres: { url: proxy.url, poolSize: 3 } })
})
afterEach(async () => {
  await app.stop()
  await proxy.stop()
  await database.remove()
})

const submit = () =>
  app.request('/api/submit-application', {
    method: 'POST',
    headers: { 'idempotency-key': 'one and the same' },
    body: applicationForm(),
  })
const stored = () => app.db.selectFrom('applications').select(['id', 'created_at as createdAt']).execute()

test('a submission whose COMMIT has no reply gets 503, and its receipt when it is sent again', async () => {
  proxy.loseNextCommit({ isCommitted: true, isReachable: true })
  const unsure = await submit()
  expect(unsure.status).toBe(503)
  expect(unsure.headers.get('retry-after')).toBe('60')
  expect(await unsure.json()).toEqual({
    code: 'unavailable',
    message: 'The service cannot store anything right now. Please try again in a minute.',
  })
  const files = await app.storedFiles()
  expect(files).toHaveLength(1)

  const again = await submit()
  expect(again.status).toBe(201)
  expect(await again.json()).toMatchObject((await stored())[0] ?? {})
  expect(await stored()).toHaveLength(1)
  expect(await app.storedFiles()).toEqual(files)
  const headers = await app.signIn()
  const resume = await app.request(`/api/applications/${(await stored())[0]?.id}/resume`, { headers })
  expect(resume.status).toBe(200)
  await resume.arrayBuffer()
})

test('a submission that commits while PostgreSQL stops keeps its file, and is stored once', async () => {
  proxy.loseNextCommit({ isCommitted: true, isReachable: false })
  expect((await submit()).status).toBe(503)
  const files = await app.storedFiles()
  expect(files).toHaveLength(1)

  proxy.mend()
  const again = await submit()
  expect(again.status).toBe(201)
  expect(await again.json()).toMatchObject((await stored())[0] ?? {})
  expect(await stored()).toHaveLength(1)
  expect(await app.storedFiles()).toEqual(files)
})

test('a submission whose COMMIT never arrived gets 503, is stored once when it is sent again, and its first file is swept', async () => {
  proxy.loseNextCommit({ isCommitted: false, isReachable: true })
  expect((await submit()).status).toBe(503)
  expect(await stored()).toEqual([])

  expect((await submit()).status).toBe(201)
  expect(await stored()).toHaveLength(1)
  expect(await app.storedFiles()).toHaveLength(2)
  const store = await openLocalStore(app.dataDir)
  const now = new Date()
  const twoHoursAgo = new Date(now.getTime() - 2 * 60 * 60_000)
  for (const file of await app.storedFiles()) {
    await utimes(join(app.dataDir, 'resumes', file), twoHoursAgo, twoHoursAgo)
  }
  await sweepResumes({ db: app.db, store, now, log: { warn: () => undefined } as never })
  await store.close()
  expect(await app.storedFiles()).toHaveLength(1)
})
