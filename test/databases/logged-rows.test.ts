import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertApplicant } from '../factories.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { logRowChanges } from './logged-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('rows that are inserted, deleted or given other values are logged; the same values again and what is rolled back are not', async () => {
  const { db } = app
  const changes = await logRowChanges(db)
  const id = await insertApplicant(db, { name: 'Amy' })
  const rename = (name: string, trx: Pick<typeof db, 'updateTable'> = db) =>
    trx.updateTable('applications').set({ name }).where('id', '=', id).execute()
  await changes.forget()
  await rename('Amy')
  const rolledBack = db.transaction().execute(async (trx) => {
    await rename('Ben', trx)
    throw new Error('Rolled back')
  })
  await expect(rolledBack).rejects.toThrow('Rolled back')
  expect(await changes.list()).toEqual([])
  await rename('Ben')
  const tag = { name: 'Ignition', name_key: 'ignition', color: 'teal', created_at: new Date().toISOString() } as const
  await db.insertInto('tags').values(tag).execute()
  await db.deleteFrom('applications').where('id', '=', id).execute()
  expect((await changes.list()).map(({ in_table, made, row }) => [in_table, made, row.includes('Ben')])).toEqual([
    ['applications', 'update', true],
    ['tags', 'insert', false],
    ['applications', 'delete', true],
  ])
})
