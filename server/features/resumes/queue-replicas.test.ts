import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertApplicant } from '../../../test/factories.ts'
import { countOtherWork } from '../../../test/other-work.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { queueMissingReplicas } from './queue-replicas.ts'
import { insertResume } from './resume-queries.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.stop())

const FACTS = { original_name: 'a.pdf', kind: 'pdf', size: 1, sha256: 'none', scan: null } as const

test('queueing many replicas schedules each once and yields to other work', async () => {
  await app.db.transaction().execute(async (trx) => {
    for (let count = 0; count < 1_201; count++) {
      const id = await insertApplicant(trx)
      await insertResume(trx, { application_id: id, ...FACTS, store: 'local', key: `key-${id}`, now: new Date() })
    }
  })
  const otherWork = countOtherWork()
  await queueMissingReplicas(app.db, 'google-drive', () => new Date())
  expect(otherWork()).toBeGreaterThanOrEqual(3)

  const replicas = () =>
    app.db.selectFrom('resume_replicas').select('state').where('store', '=', 'google-drive').execute()
  const tasks = () =>
    app.db.selectFrom('outbox_tasks').select('payload').where('kind', '=', 'replicate-resume').execute()
  expect(await replicas()).toHaveLength(1_201)
  await queueMissingReplicas(app.db, 'google-drive', () => new Date())
  expect(new Set((await tasks()).map((task) => task.payload)).size).toBe(1_201)
  expect(await tasks()).toHaveLength(1_201)
})
