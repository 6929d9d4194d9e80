import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ACTIVE_JOBS } from '../../contract/paths.ts'
import { runServer } from '../run-server.ts'
import { openSlowSenders } from '../slow-senders.ts'

const SENDERS = 200
const SIGN_INS = 40
const READS = 100

test(`${SENDERS} senders that hang and ${SIGN_INS} sign-ins at once keep no reader waiting for good`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-senders-'))
  const server = await runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const senders = await openSlowSenders(server.url, SENDERS)
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'tmp'))).not.toEqual([]), { timeout: 10_000 })
  const body = JSON.stringify({ username: 'admin', password: 'not the password' })
  const headers = { 'content-type': 'application/json' }
  const signIns = Array.from({ length: SIGN_INS }, () =>
    fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body }),
  )

  for (let read = 0; read < READS; read += 1) {
    const path = [ACTIVE_JOBS, '/', '/readyz'][read % 3]
    expect((await fetch(server.url + path, { signal: AbortSignal.timeout(5_000) })).status).toBe(200)
  }
  // Judged, or refused because too many are waiting: never a fault.
  for (const { status } of await Promise.all(signIns)) expect([401, 429, 503]).toContain(status)
  senders.stop()
  expect(await server.end('SIGTERM')).toBe(0)
  await rm(dataDir, { recursive: true, force: true })
})
