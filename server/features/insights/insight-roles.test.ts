import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { adminClient } from '../../../test/admin-client.ts'
import { expectOnlyOwn, prepareManagers } from '../../../test/managers/manager-kit.ts'
import { type History, insertHistories } from '../../../test/status-history.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const NOW = '2026-04-16T12:00:00.000Z'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  app.setNow(new Date(NOW))
})
afterAll(() => app.stop())

test('the report of a hiring manager is that of an installation with the own postings alone', async () => {
  const { mine, other, plain, deciding } = await prepareManagers(app, Date.parse(NOW))
  const histories = [mine, other, null].flatMap((job_id): History[] => [
    { created_at: '2026-04-01T08:00:00.000Z', job_id, moves: [['2026-04-03T08:00:00.000Z', 'reviewing']] },
    { created_at: '2026-04-02T08:00:00.000Z', job_id, moves: [['2026-04-09T08:00:00.000Z', 'hired']] },
    { created_at: '2026-04-02T09:00:00.000Z', job_id, moves: [['2026-04-06T08:00:00.000Z', 'rejected']] },
    { created_at: '2026-04-14T08:00:00.000Z', job_id },
  ])
  await insertHistories(app.db, [
    ...histories,
    { created_at: '2026-04-14T08:00:00.000Z', job_id: mine, quarantined: 1 },
  ])
  const owner = adminClient(app, await app.signIn())
  const all = [undefined, mine, other, 'none', 999_999].map((jobId) => (jobId === undefined ? '' : `&jobId=${jobId}`))
  const read = (query: string) => plain.request('GET', `${ADMIN_API.insights}?period=8${query}`)
  // Of the own posting alone everyone reads the same, and of another one what is read of none.
  const [, own, others, general, missing] = await Promise.all(all.map(read))
  expect(own).toEqual(await owner.request('GET', `${ADMIN_API.insights}?period=8&jobId=${mine}`))
  expect([others, general]).toEqual([missing, missing])
  const paths = [`${ADMIN_API.insights}?period=8`, `${ADMIN_API.insights}?period=26`]
  expect(await deciding.request('GET', paths[0] ?? '')).toEqual(await plain.request('GET', paths[0] ?? ''))
  await expectOnlyOwn(app, { manager: plain, owner, jobId: mine, paths })
})
