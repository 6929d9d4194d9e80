import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { addTask, claimTask } from '../../platform/outbox/outbox-queries.ts'
import { planResumeTasks } from './resume-tasks.ts'

const NO_CLOUD = { home: 'local', clouds: [], keepsLocalCopies: true } as const

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.stop())

const YEAR_MS = 365 * 24 * 60 * 60 * 1000
const inAYear = () => new Date(Date.now() + YEAR_MS)

test('a start takes up what a clock that was a year ahead has put off', async () => {
  const task = { kind: 'copy-resume', payload: { applicationId: 1, place: 'google-drive' } } as const
  await addTask(app.db, task, inAYear())
  await planResumeTasks({ db: app.db, places: NO_CLOUD, hasScanner: false, clock: () => new Date() })
  const kinds = [await claimTask(app.db, new Date(), 60_000), await claimTask(app.db, new Date(), 60_000)]
  expect(kinds.map((claimed) => claimed?.kind)).toContain('copy-resume')
})
