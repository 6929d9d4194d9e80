import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertApplicant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { queueCopies } from './queue-copies.ts'
import { insertResume } from './resume-queries.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.stop())

const FACTS = { original_name: 'a.pdf', kind: 'pdf', size: 1, sha256: 'none', scan: null } as const

test('queueing many copies leaves each once and lets others have their turns', async () => {
  await app.db.transaction().execute(async (trx) => {
    for (let count = 0; count < 1_201; count++) {
      const id = await insertApplicant(trx)
      await insertResume(trx, { application_id: id, ...FACTS, key: `key-${id}`, now: new Date() })
    }
  })
  let turns = 0
  const takeTurn = () => {
    turns += 1
    turning = setImmediate(takeTurn)
  }
  let turning = setImmediate(takeTurn)
  await queueCopies(app.db, 'google-drive', () => new Date())
  clearImmediate(turning)
  expect(turns).toBeGreaterThanOrEqual(3)

  const copies = () =>
    app.db.selectFrom('resume_replicas').select('state').where('store', '=', 'google-drive').execute()
  const tasks = () => app.db.selectFrom('outbox_tasks').select('payload').where('kind', '=', 'copy-resume').execute()
  expect(await copies()).toHaveLength(1_201)
  await queueCopies(app.db, 'google-drive', () => new Date())
  expect(new Set((await tasks()).map((task) => task.payload)).size).toBe(1_201)
  expect(await tasks()).toHaveLength(1_201)
})
