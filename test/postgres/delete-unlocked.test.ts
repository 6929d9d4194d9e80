import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUnlocked } from '../../server/platform/database/row-locks.ts'
import type { Db } from '../../server/platform/database/tables.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const ofHours = (db: Db, before: string) => db.selectFrom('submission_counts').where('hour', '<', before)
const hours = async () =>
  (await app.db.selectFrom('submission_counts').select('hour').orderBy('hour').execute()).map(({ hour }) => hour)

test('of the rows that another transaction has locked none is deleted nor waited for, and all others go', async () => {
  const rows = ['07', '08', '09', '10'].map((hour) => ({ address_hash: 'x', hour: `2026-01-01T${hour}`, count: 1 }))
  await app.db.insertInto('submission_counts').values(rows).execute()

  await app.db.transaction().execute(async (other) => {
    await other.updateTable('submission_counts').set({ count: 2 }).where('hour', '=', '2026-01-01T08').execute()
    expect(await deleteUnlocked(app.db, 'submission_counts', ofHours(app.db, '2026-01-01T10'))).toBe(2)
  })
  expect(await hours()).toEqual(['2026-01-01T08', '2026-01-01T10'])
  expect(await deleteUnlocked(app.db, 'submission_counts', ofHours(app.db, '2026-01-01T10'))).toBe(1)
  expect(await hours()).toEqual(['2026-01-01T10'])
})
