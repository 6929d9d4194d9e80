import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

/** A real local PgBouncer with its package's defaults, but for the settings here. */
export type Pooler = Awaited<ReturnType<typeof startPooler>>

/** How a pooler lends its sessions of PostgreSQL: for the life of a connection, or for a transaction or statement. */
export type PoolMode = 'session' | 'transaction' | 'statement'

/** Debian's user without rights: PgBouncer refuses to run as root. */
const NOBODY = 65_534

/**
 * Starts PgBouncer in front of databases.
 * @param program where it is installed
 * @param databases addresses by the names that it gives them
 */
export async function startPooler(program: string, databases: Record<string, string>, mode: PoolMode) {
  const folder = await mkdtemp(join(tmpdir(), 'wellhead-pooler-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const configure = (poolMode: PoolMode) => writeFile(file, configuration({ folder, port, databases, poolMode }))
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'userlist.txt'), '"postgres" "postgres"\n')
  await configure(mode)
  const child = spawn(program, [file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  })
  let written = ''
  child.stderr.on('data', (chunk) => {
    written += chunk
  })
  const ended = once(child, 'exit')
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${written}`)
    await wait(20)
  }

  return {
    /** Address of a database by the name that the pooler gives it. */
    urlOf: (database: string) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    /** Changes the way in which it lends sessions, under the connections that are open. */
    setMode: async (poolMode: PoolMode) => {
      await configure(poolMode)
      child.kill('SIGHUP')
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Configuration = { folder: string; port: number; databases: Record<string, string>; poolMode: PoolMode }

function configuration({ folder, port, databases, poolMode }: Configuration): string {
  const lines = Object.entries(databases).map(([name, address]) => {
    const { hostname, port: its, pathname } = new URL(address)
    return `${name} = host=${hostname} port=${its} dbname=${pathname.slice(1)}`
  })
  return [
    '[databases]',
    ...lines,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'userlist.txt')}`,
    `pool_mode = ${poolMode}`,
    '',
  ].join('\n')
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const is = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return is
}
