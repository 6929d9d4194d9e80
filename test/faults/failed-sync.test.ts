import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { applicationForm } from '../factories.ts'
import { runServer } from '../run-server.ts'

const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
if (!canTrace) console.log('strace is not here or may not trace: a sync that fails is not tried.')

test.skipIf(!canTrace)(
  'when the disk fails to sync a commit, the form is refused for now and its file stays',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-sync-'))
    const server = await runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
    onTestFinished(async () => {
      await server.end('SIGKILL')
      await rm(dataDir, { recursive: true })
    })
    const submit = () => fetch(`${server.url}/api/submit-application`, { method: 'POST', body: applicationForm() })
    const fault = ['-P', join(dataDir, 'wellhead.sqlite-wal'), '-e', 'inject=fsync,fdatasync:error=EIO']
    const strace = spawn('strace', ['-f', '-p', String(server.process.pid), ...fault, '-e', 'signal=none'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await once(strace.stderr, 'data')
    const refused = await submit()
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await readdir(join(dataDir, 'resumes'))).toHaveLength(1)

    const ended = once(strace, 'exit')
    strace.kill('SIGTERM')
    strace.stderr.resume()
    await ended
    expect((await submit()).status).toBe(201)
    expect(await readdir(join(dataDir, 'resumes'))).toHaveLength(2)
  },
)
