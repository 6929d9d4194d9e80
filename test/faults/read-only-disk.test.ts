import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applicationForm } from '../factories.ts'
import { runOperatorCommand } from '../run-operator-command.ts'
import { runServer, type ServerProcess } from '../run-server.ts'

const run = (...words: string[]) => spawnSync(words[0] ?? '', words.slice(1)).status === 0

/** A small disk of the test's own, which goes over to reading alone as a failing one does (`mount -o remount,abort`). */
const folder = await mkdtemp(join(tmpdir(), 'wellhead-read-only-'))
const [image, disk] = [join(folder, 'image'), join(folder, 'disk')]
const canMount = await makeDisk()
if (!canMount) console.log('No disk can be made here: one that goes over to reading alone is not tried.')

async function makeDisk(): Promise<boolean> {
  await mkdir(disk)
  await using file = await open(image, 'w')
  await file.truncate(24 * 1024 * 1024)
  return run('mkfs.ext4', '-q', image) && mountDisk()
}

function mountDisk(): boolean {
  return run('mount', '-o', 'loop,errors=remount-ro', image, disk)
}

afterAll(async () => {
  run('umount', disk)
  await rm(folder, { recursive: true })
})

describe.skipIf(!canMount)('a disk that takes nothing more while the server runs', () => {
  const dataDir = join(disk, 'data')
  const log: string[] = []
  let server: ServerProcess
  let admin: { authorization: string }

  beforeAll(async () => {
    server = await runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'info', MIN_FREE_DISK_MB: '1' })
    if (server.process.stdout) createInterface({ input: server.process.stdout }).on('line', (line) => log.push(line))
    const credentials = await (await fetch(`${server.url}/api/auth/setup-admin`, { method: 'POST' })).text()
    const headers = { 'content-type': 'application/json' }
    const login = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body: credentials })
    admin = { authorization: `Bearer ${((await login.json()) as { token: string }).token}` }
    expect(await submit()).toBe(201)
    expect(run('mount', '-o', 'remount,abort', disk)).toBe(true)
  })
  afterAll(() => server.end('SIGKILL'))

  const request = (path: string, init?: RequestInit) => fetch(server.url + path, init)
  const submit = async () =>
    (await request('/api/submit-application', { method: 'POST', body: applicationForm() })).status

  test('every write is refused with 503, reads succeed, and readiness says why', async () => {
    const headers = { ...admin, 'content-type': 'application/json' }
    const body = '{"status":"hired"}'
    const password = '{"username":"admin","password":"not this one"}'
    expect(await submit()).toBe(503)
    expect((await request('/api/applications/1', { method: 'PATCH', headers, body })).status).toBe(503)
    expect((await request('/api/auth/login', { method: 'POST', headers, body: password })).status).toBe(503)
    expect((await request('/api/jobs?active=true')).status).toBe(200)
    const list = await request('/api/applications', { headers: admin })
    expect(await list.json()).toMatchObject([{ id: 1, status: 'pending' }])
    const ready = await request('/readyz')
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'disk takes no writes' }])
    expect(log.filter((line) => line.includes('the disk takes no writes'))).toHaveLength(1)
  })

  test('the server still stops in order, and a mended disk has what was acknowledged', async () => {
    expect(await server.end('SIGTERM')).toBe(0)
    expect(run('umount', disk)).toBe(true)
    run('fsck.ext4', '-fy', image)
    expect(mountDisk()).toBe(true)
    const verified = await runOperatorCommand('verify', dataDir)
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('has 1 application') })
  })
})
