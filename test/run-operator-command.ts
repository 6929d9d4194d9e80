import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

const root = resolve(import.meta.dirname, '..')

/** The server's compile cache: without it a command spends half its time on compiling. */
const NODE_COMPILE_CACHE = join(root, 'dist/compile-cache')

const PROGRAMS = {
  backup: 'server/commands/backup.ts',
  restore: 'server/commands/restore.ts',
  verify: 'server/commands/verify.ts',
  admin: 'server/commands/admin.ts',
  reindex: 'server/commands/reindex.ts',
  'copy-database': 'server/commands/copy-database.ts',
}

/** Runs a command as an operator does, in its own process, with a data folder or other environment variables. */
export async function runOperatorCommand(
  name: keyof typeof PROGRAMS,
  settings: string | Record<string, string>,
  ...args: string[]
) {
  const environment = typeof settings === 'string' ? { DATA_DIR: settings } : settings
  const child = spawn(process.execPath, [join(root, PROGRAMS[name]), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment, NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}
