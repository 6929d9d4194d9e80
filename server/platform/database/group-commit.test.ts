import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Commit, createGroupCommit } from './group-commit.ts'
import { openDatabase } from './sqlite/open-database.ts'
import type { Db, Tables } from './tables.ts'

let folder: string
let db: Kysely<Tables>
let commit: Commit
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-commit-'))
  db = await openDatabase(folder)
  commit = createGroupCommit(db)
})
afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true, force: true })
})

const add = (on: Db, username: string) =>
  on.insertInto('accounts').values({ username, password_hash: '', created_at: '' }).execute()
const names = async () => (await db.selectFrom('accounts').select('username').execute()).map((row) => row.username)

test('each of several units of work is stored completely or not at all, and gets its own result', async () => {
  const outcomes = await Promise.allSettled(
    ['ana', 'ben', 'cleo', 'dan'].map((name) =>
      commit(async (trx) => {
        await add(trx, name)
        if (name === 'ben') throw new Error('ben is refused')
        await add(trx, name === 'dan' ? 'ana' : `${name} again`)
        return name
      }),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect(outcomes[0]).toHaveProperty('value', 'ana')
  expect(outcomes[1]).toHaveProperty('reason.message', 'ben is refused')
  expect(outcomes[3]).toHaveProperty('reason.code', 'SQLITE_CONSTRAINT_UNIQUE')
  expect(await names()).toEqual(['ana', 'ana again', 'cleo', 'cleo again'])
})

test('a single unit of work is rolled back when it fails', async () => {
  await expect(
    commit(async (trx) => {
      await add(trx, 'ana')
      throw new Error('refused')
    }),
  ).rejects.toThrow('refused')
  expect(await names()).toEqual([])
})

test('fifty units of work at once are all stored, and share commits', async () => {
  const numbers = Array.from({ length: 50 }, (_, number) => number)
  const seen: Db[] = []
  await Promise.all(
    numbers.map((number) =>
      commit(async (trx) => {
        seen.push(trx)
        await add(trx, `${number}`)
      }),
    ),
  )
  expect(await names()).toHaveLength(50)
  expect(new Set(seen).size).toBeLessThan(10)
})

test('when the commit itself fails, every unit of work in it is rejected', async () => {
  await sql`create table parents (id integer primary key)`.execute(db)
  await sql`create table children (id integer references parents (id) deferrable initially deferred)`.execute(db)
  const outcomes = await Promise.allSettled([
    commit((trx) => add(trx, 'ana')),
    commit((trx) => sql`insert into children values (7)`.execute(trx)),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await names()).toEqual([])
  await commit((trx) => add(trx, 'ben'))
  expect(await names()).toEqual(['ben'])
})
