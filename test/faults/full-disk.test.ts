import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applicationForm, fixture } from '../factories.ts'
import { runOperatorCommand } from '../run-operator-command.ts'
import { runServer, type ServerProcess } from '../run-server.ts'

/** A file system of the test's own can only be mounted by root. */
const canMount = mount('-t', 'tmpfs', 'tmpfs', '/mnt') && unmount('/mnt')
if (!canMount) console.log('Nothing can be mounted here: full and read-only disks are not tried.')

/** Root may write everywhere; a server that may not is what an operator has. */
const BOUND_BY_PERMISSIONS = ['setpriv', '--bounding-set=-dac_override,-dac_read_search']

describe.skipIf(!canMount)('a disk that takes nothing more', () => {
  let dataDir: string
  let server: ServerProcess
  let admin: Record<string, string>

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'wellhead-disk-'))
    expect(mount('-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', dataDir)).toBe(true)
    server = await runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', MIN_FREE_DISK_MB: '0' }, BOUND_BY_PERMISSIONS)
    const credentials = await (await fetch(`${server.url}/api/auth/setup-admin`, { method: 'POST' })).text()
    const headers = { 'content-type': 'application/json' }
    const login = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body: credentials })
    admin = { authorization: `Bearer ${((await login.json()) as { token: string }).token}` }
    expect((await submit()).status).toBe(201)
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    unmount(dataDir)
    await rm(dataDir, { recursive: true })
  })

  const submit = () => fetch(`${server.url}/api/submit-application`, { method: 'POST', body: applicationForm() })

  const expectReadsToGoOn = async () => {
    expect((await fetch(`${server.url}/api/jobs?active=true`)).status).toBe(200)
    const list = await fetch(`${server.url}/api/applications`, { headers: admin })
    const [first] = (await list.json()) as { id: number }[]
    const resume = await fetch(`${server.url}/api/applications/${first?.id}/resume`, { headers: admin })
    expect(Buffer.from(await resume.arrayBuffer()).equals(fixture('resume.pdf'))).toBe(true)
  }

  const expectRefusal = async () => {
    const response = await submit()
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('60')
    expect(await response.json()).toEqual({
      code: 'unavailable',
      message: 'The service cannot store anything right now. Please try again in a minute.',
    })
  }

  /** Every other write succeeds or gets 503, never 500; and no partial backup remains. */
  const expectOthersToBeTold = async () => {
    const json = { 'content-type': 'application/json' }
    const requests: [string, RequestInit][] = [
      ['/api/applications/1', { method: 'PATCH', headers: { ...admin, ...json }, body: '{"status":"hired"}' }],
      ['/api/auth/login', { method: 'POST', headers: json, body: '{"username":"admin","password":"not this one"}' }],
      ['/api/admin/applications/99', { method: 'DELETE', headers: admin }],
    ]
    for (const [path, init] of requests) {
      const { status } = await fetch(server.url + path, init)
      expect([path, [200, 204, 401, 503].includes(status)]).toEqual([path, true])
    }
    const ready = await fetch(`${server.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'disk takes no writes' }])
    const [outside, inside] = [`${dataDir}.tar`, join(dataDir, 'tmp')]
    const elsewhere = await runOperatorCommand('backup', dataDir, outside)
    expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringMatching(/full|ENOSPC/) })
    expect(elsewhere.stderr).not.toContain('    at ')
    expect(existsSync(outside)).toBe(false)
    expect(await readdir(inside)).toEqual([])
  }

  test('a full disk refuses applications with 503 and a way out, still reads, and recovers without a restart', async () => {
    const filler = join(dataDir, 'filler')
    await fill(filler)
    await expectRefusal()
    await expectReadsToGoOn()
    await expectOthersToBeTold()
    await rm(filler)
    expect((await submit()).status).toBe(201)
    const backup = await runOperatorCommand('backup', dataDir, `${dataDir}.tar`)
    await rm(`${dataDir}.tar`, { force: true })
    expect(backup).toMatchObject({ code: 0 })
  })

  test('a read-only folder likewise', async () => {
    await chmod(join(dataDir, 'tmp'), 0o500)
    await expectRefusal()
    await expectReadsToGoOn()
    await chmod(join(dataDir, 'tmp'), 0o700)
    expect((await submit()).status).toBe(201)
  })
})

describe.skipIf(!canMount)('a file system that cannot be written to', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wellhead-read-only-'))
    expect(mount('-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder)).toBe(true)
  })
  afterAll(async () => {
    unmount(folder)
    await rm(folder, { recursive: true })
  })

  test.each(['.', 'missing/data'])('stops the start with its cause where DATA_DIR is %s on it', async (subfolder) => {
    const refusal = await runServer({ DATA_DIR: join(folder, subfolder) }).then(() => 'it started', String)
    expect(refusal).toContain('ended with 1:\nEROFS: ')
    expect(refusal).toContain('DATA_DIR is on a file system that cannot be written to.')
    expect(refusal).not.toContain('    at ')
  })
})

function mount(...options: string[]): boolean {
  return spawnSync('mount', options).status === 0
}

function unmount(path: string): boolean {
  return spawnSync('umount', ['-l', path]).status === 0
}

async function fill(path: string): Promise<void> {
  await using file = await open(path, 'w')
  for (const size of [65_536, 4_096, 1]) {
    const zeros = Buffer.alloc(size)
    while (
      await file.write(zeros).then(
        ({ bytesWritten }) => bytesWritten === size,
        () => false,
      )
    );
  }
}
