import pg from 'pg'
import { openPostgres } from '../../server/platform/database/postgres/open-postgres.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../test/postgres/embedded-server.ts'
import type { EmptyDatabase } from './empty-database.ts'
import { makeDataFolder } from './program.ts'
import { takeFolder } from './take-folder.ts'

let server: Promise<EmbeddedServer> | undefined
let databases = 0

/**
 * Makes a database on the one PostgreSQL of this run, which ends with it.
 * @param folder where its files are: on a real disk, as those of SQLite are
 */
export async function makePostgresDatabase(folder: string): Promise<EmptyDatabase> {
  server ??= startEmbeddedServer(folder)
  const { urlOf } = await server
  databases += 1
  const name = `bench_${databases}`
  const client = new pg.Client(urlOf('postgres'))
  await client.connect()
  await client.query(`create database ${name} template template0`).finally(() => client.end())
  const url = urlOf(name)
  const dataDir = await makeDataFolder(folder)
  const use: EmptyDatabase['use'] = async (work) => {
    const { db, listener } = await openPostgres({ url, poolSize: 2 }, { sharedStore: 'test' })
    try {
      await takeFolder(db, dataDir)
      await work(db)
      await vacuum(url)
    } finally {
      await db.destroy()
      await listener.close()
    }
  }
  return { environment: { DATA_DIR: dataDir, DATABASE_URL: url }, use }
}

/** Autovacuum would come within a minute, and takes longer than the program waits for a statement. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('vacuum analyze').finally(() => client.end())
}
