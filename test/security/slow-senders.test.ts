import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ACTIVE_JOBS } from '../../contract/wire/paths.ts'
import { fixture } from '../factories.ts'
import { HONEST_FIELDS, sendRaw, wireBody, wireHead } from '../requests/raw-upload.ts'
import { openSlowSenders } from '../requests/slow-senders.ts'
import { runServer } from '../run-server.ts'

const SENDERS = 200
const SIGN_INS = 40
const READS = 100

test(`${SENDERS} senders that hang and ${SIGN_INS} sign-ins at once block no reader`, async () => {
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

test('200 slow senders of four networks block no applicant, neither elsewhere nor beside them', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-senders-'))
  const server = await runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'info', SUBMISSIONS_PER_HOUR: '0' })
  let log = ''
  server.process.stdout?.on('data', (lines) => {
    log += lines
  })
  const networks = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']
  const senders = await openSlowSenders(server.url, SENDERS, { from: networks, trickleMs: 1_000 })
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'tmp'))).toHaveLength(SENDERS), { timeout: 10_000 })

  const body = wireBody([...HONEST_FIELDS, { name: 'resume', filename: 'cv.pdf', content: fixture('resume.pdf') }])
  const apply = (from: string) => sendRaw(server.url, [wireHead({ 'Content-Length': body.length }), body], { from })
  expect((await apply('127.0.0.1')).status).toBe(201)
  // Those beside them are taken for one of them, until these have shown how slow they are.
  await vi.waitFor(async () => expect((await apply('127.0.0.2')).status).toBe(201), { timeout: 10_000, interval: 200 })

  await vi.waitFor(() => expect(senders.responses.length).toBeGreaterThan(0))
  expect(senders.responses[0]).toMatch(/^HTTP\/1\.1 503 .*retry-after: 10\r\n.*came slowly, was stopped/is)
  expect(log).toMatch(
    /"code":"unavailable","bytes":\d+,"seconds":\d+,"msg":"request body aborted: So many forms are arriving/,
  )
  senders.stop()
  expect(await server.end('SIGTERM')).toBe(0)
  await rm(dataDir, { recursive: true, force: true })
})
