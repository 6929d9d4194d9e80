import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Starts the program once on an empty folder and stops it, so that `dist/compile-cache` is filled and a start where
 * the program's folder may not be written is as fast as any. Node keeps such a cache for one user, processor and path:
 * to be run as the user, and in the folder, that the program will run as and in.
 */

const root = resolve(import.meta.dirname, '..')

process.exitCode = await startOnce()
await letEverybodyRead(join(root, 'dist/compile-cache'))

async function startOnce(): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-first-start-'))
  const child = spawn(process.execPath, [join(root, 'server/main.js')], {
    env: { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.on('data', (written) => /Wellhead is ready/.test(written) && child.kill('SIGTERM'))
  const [code] = await once(child, 'exit')
  await rm(dataDir, { recursive: true, force: true })
  return code ?? 1
}

/** Node writes it for its own user alone; it is to be handed to root, so that the program cannot change it. */
async function letEverybodyRead(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
}
