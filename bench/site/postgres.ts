import pg from 'pg'
import { openPostgresForCommand } from '../../server/platform/database/postgres/open-postgres.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../test/postgres/embedded-server.ts'
import { type EmptyDatabase, writeInstallationId } from './empty-database.ts'
import { makeDataFolder } from './program.ts'

let server: Promise<EmbeddedServer> | undefined
let databases = 0

/**
 * Makes a database on the PostgreSQL server of this run, which ends with the run.
 * @param folder of the database files: on a real disk, like those of SQLite
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
    // Without timeouts: a statement that stores a hundred long texts may take longer than a server lets one.
    await using database = await openPostgresForCommand({ url, poolSize: 1 }, { makesTables: true })
    await writeInstallationId(database.db, dataDir)
    await work(database.db)
    await vacuum(url)
  }
  return { environment: { DATA_DIR: dataDir, DATABASE_URL: url }, use }
}

/** Vacuum now: autovacuum would start during the run and outlast the program's statement timeout. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  // The checkpoint of the stored rows would otherwise write for minutes of the run.
  await client
    .query('vacuum analyze')
    .then(() => client.query('checkpoint'))
    .finally(() => client.end())
}
