import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { createPostgresPool } from '../../server/platform/database/postgres/postgres-pool.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { startFakeGoogle } from '../google-drive/fake-google.ts'
import { runServer, type ServerProcess } from '../run-server.ts'
import { startS3Server } from '../s3/s3-server.ts'
import { startBalancer } from './balancer.ts'
import { startEmbeddedServer } from './embedded-server.ts'

/** Several machines behind a proxy, as in production: one PostgreSQL, one bucket, replicas in Drive, a disk each. */
export type Machines = Awaited<ReturnType<typeof startMachines>>

/** Starts all machines together on an empty database; `stop` removes everything again. */
export async function startMachines({ count, environment }: { count: number; environment: Record<string, string> }) {
  const [postgres, s3, google] = await Promise.all([startEmbeddedServer(), startS3Server(), startFakeGoogle()])
  const bucket = await s3.newBucket()
  const url = postgres.urlOf('postgres')
  const start = (dataDir: string) =>
    runServer({
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'silent',
      ...s3.environment(bucket),
      ...google.environment(),
      ...environment,
    })
  const makeFolder = () => mkdtemp(join(tmpdir(), 'wellhead-machine-'))
  const folders = await Promise.all(Array.from({ length: count }, makeFolder))
  const processes = await Promise.all(folders.map(start))
  const balancer = await startBalancer(() => processes.map((server) => server.url))
  const pool = createPostgresPool({ url, poolSize: 2 }, { size: 2 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

  return {
    postgres,
    google,
    /** For looking at the rows, and for what only time would do. */
    db,
    /** Where visitors and admins are. */
    url: balancer.url,
    /** The running processes, one for each machine. */
    processes: processes as readonly ServerProcess[],
    /** Replaces a process that has ended. */
    restart: async (machine: number) => {
      processes[machine] = await start(String(folders[machine]))
    },
    /** Names of the objects in the bucket. */
    keysInBucket: () => s3.keysIn(bucket),
    /** Content of an object of the bucket. */
    readFromBucket: (key: string) => s3.read(bucket, key),
    /** Names of all resumes on the disks. */
    filesOnDisks: async () => (await Promise.all(folders.map((folder) => readdir(join(folder, 'resumes'))))).flat(),
    stop: async () => {
      await Promise.all(processes.map((server) => server.end('SIGKILL')))
      await Promise.all([db.destroy(), balancer.stop()])
      const removal = folders.map((folder) => rm(folder, { recursive: true, force: true }))
      await Promise.all([postgres.remove(), s3.stop(), google.stop(), ...removal])
    },
  }
}
