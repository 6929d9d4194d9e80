import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../sqlite/open-database.ts'
import type { Tables } from '../tables.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import { migrations } from './migrations.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-migrations-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const tablesOf = async (db: Kysely<Tables>) => (await db.introspection.getTables()).map(({ name }) => name)

test('an installation gets one id and one secret of 256 bits, and keeps them', async () => {
  const rows: unknown[] = []
  for (let opening = 0; opening < 2; opening++) {
    const db = await openDatabase(folder)
    rows.push(await db.selectFrom('installation').selectAll().execute())
    await db.destroy()
  }
  const uuid = expect.stringMatching(/^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/)
  const secret = expect.stringMatching(/^[\w-]{43}$/)
  expect(rows[0]).toEqual([
    { id: 1, installation_id: uuid, secret, initialised_at: null, audit_head: null, receipt_keys: null },
  ])
  expect(rows[1]).toEqual(rows[0])
})

test('a migration of a later version is applied once', async () => {
  const db = await openDatabase(folder)
  let times = 0
  const up = async () => {
    times += 1
  }
  for (let start = 0; start < 2; start++) await bringUpToDate(db, { ...migrations, '9999-later': { up } })
  expect(times).toBe(1)
  await db.destroy()
})

test('a migration that fails half-way leaves nothing of itself behind', async () => {
  const db = await openDatabase(folder)
  let isBroken = true
  const up = async (on: Kysely<Tables>) => {
    await sql`create table later (id integer)`.execute(on)
    if (isBroken) throw new Error('half-way')
  }
  const later = { ...migrations, '9999-later': { up } }
  await expect(bringUpToDate(db, later)).rejects.toThrow('half-way')
  expect(await tablesOf(db)).not.toContain('later')
  isBroken = false
  await bringUpToDate(db, later)
  expect(await tablesOf(db)).toContain('later')
  await db.destroy()
})

test('a database of a newer version is refused, and stays unchanged', async () => {
  const db = await openDatabase(folder)
  await sql`insert into kysely_migration values ('9999-of-the-future', '2040-01-01')`.execute(db)
  await expect(bringUpToDate(db)).rejects.toThrow(
    'Another version of Wellhead has changed the database (9999-of-the-future)',
  )
  await db.destroy()
})
