import type { Kysely } from 'kysely'
import pg from 'pg'
import { openPostgres } from '../../server/platform/database/postgres/open-postgres.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { openLocalStore } from '../../server/platform/file-stores/local/local-store.ts'
import { checkHomeMarks } from '../../server/platform/installation/home-mark.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../test/postgres/embedded-server.ts'
import type { EmptyDatabase } from './empty-database.ts'
import { makeDataFolder } from './program.ts'

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
      await markFolder(db, { dataDir, url })
      await work(db)
      await vacuum(url)
    } finally {
      await db.destroy()
      await listener.close()
    }
  }
  return { environment: { DATA_DIR: dataDir, DATABASE_URL: url }, use }
}

/** The rows name no files that are there, so several processes know the folder by its mark alone. */
async function markFolder(db: Kysely<Tables>, { dataDir, url }: { dataDir: string; url: string }): Promise<void> {
  const store = await openLocalStore(dataDir)
  const settings = { dataDir, postgres: { url, poolSize: 1 }, primaryStore: 'local', s3: null } as const
  await checkHomeMarks(db, store, settings).finally(() => store.close())
}

/** Autovacuum would come within a minute, and takes longer than the program waits for a statement. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('vacuum analyze').finally(() => client.end())
}
