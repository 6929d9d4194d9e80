import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { applicationForm, jobBody } from '../factories.ts'
import { runServer, type ServerProcess } from '../run-server.ts'

/** One second keeps the test short; `STOPPED_SECONDS=60` tests more. */
const STOPPED_MS = Number(process.env.STOPPED_SECONDS ?? 1) * 1000

let dataDir: string
let database: Awaited<ReturnType<typeof makePostgresDatabase>>
let servers: ServerProcess[]
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-stopped-'))
  database = await makePostgresDatabase(true)
  const settings = { DATA_DIR: dataDir, DATA_DIR_SHARED: 'true', DATABASE_URL: database.url, SUBMISSIONS_PER_HOUR: '0' }
  servers = await Promise.all([runServer(settings), runServer(settings)])
})
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.end('SIGKILL')))
  await database.remove()
  await rm(dataDir, { recursive: true, force: true })
})

const json = (body: object, headers = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
const submit = async ({ url }: ServerProcess) =>
  (await fetch(`${url}/api/submit-application`, { method: 'POST', body: applicationForm() })).status

test('a suspended process blocks the other one in nothing, and catches up when it continues', async () => {
  const [one, other] = servers as [ServerProcess, ServerProcess]
  const credentials = await (await fetch(`${one.url}/api/auth/setup-admin`, { method: 'POST' })).json()
  const { token } = (await (await fetch(`${one.url}/api/auth/login`, json(credentials))).json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const sent = Array.from({ length: 8 }, () => submit(one))
  for (const status of sent) status.catch(() => undefined)
  await Promise.race(sent)
  one.process.kill('SIGSTOP')
  const posted = await fetch(`${other.url}/api/admin/jobs`, json(jobBody({ title: 'Meanwhile' }), headers))
  expect(posted.status).toBe(201)
  expect(await submit(other)).toBe(201)
  await wait(STOPPED_MS)

  one.process.kill('SIGCONT')
  // A transaction that was idle for too long gets 503, and a connection that was silent for too long is cut. Both
  // senders learn that they must send again. Acknowledged applications are stored.
  const statuses = await Promise.all(sent.map((status) => status.catch(() => 'cut')))
  expect(statuses.filter((status) => status !== 201 && status !== 503 && status !== 'cut')).toEqual([])
  const shown = async () => (await (await fetch(`${one.url}/api/jobs`)).json()) as { title: string }[]
  await vi.waitFor(async () => expect(await shown()).toMatchObject([{ title: 'Meanwhile' }]), { timeout: 10_000 })
  await vi.waitFor(async () => expect(await submit(one)).toBe(201), { timeout: 20_000 })
  expect((await fetch(`${one.url}/readyz`)).status).toBe(200)
  const list = await fetch(`${one.url}/api/applications`, { headers })
  const acknowledged = statuses.filter((status) => status === 201).length + 2
  expect(((await list.json()) as unknown[]).length).toBeGreaterThanOrEqual(acknowledged)
})
