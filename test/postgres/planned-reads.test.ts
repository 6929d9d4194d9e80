import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely'
import { expect, test } from 'vitest'
import { readInOrder } from '../../server/platform/database/planned-reads.ts'
import { createPostgresPool } from '../../server/platform/database/postgres/postgres-pool.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { makePostgresDatabase } from '../test-database.ts'

test('a connection on which a read could not begin is usable for the next read', async () => {
  const database = await makePostgresDatabase()
  const pool = createPostgresPool({ url: database.url, poolSize: 1 }, { size: 1 })
  let isFaulty = true
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect()
    const query = (text: string, parameters: unknown[]) =>
      client.query(isFaulty ? text.replace('set local jit', 'set local no_such_setting') : text, parameters)
    return { query: query as PostgresPoolClient['query'], release: () => client.release() }
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { ...pool, connect } }) })
  const read = () => readInOrder(db, async (connection) => (await sql`select 1 as one`.execute(connection)).rows)
  await expect(read()).rejects.toThrow('no_such_setting')
  isFaulty = false
  expect(await read()).toEqual([{ one: 1 }])
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await db.destroy()
  await database.remove()
})
