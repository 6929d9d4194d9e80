import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FEED } from '../../contract/wire/feed-paths.ts'
import { ACTIVE_JOBS } from '../../contract/wire/paths.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { jobBody } from '../factories.ts'
import { runOperatorCommand } from '../run-operator-command.ts'
import { runServer, type ServerProcess } from '../run-server.ts'

let dataDir: string
let database: Awaited<ReturnType<typeof makePostgresDatabase>>
let servers: ServerProcess[]
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-two-'))
  database = await makePostgresDatabase(true)
  servers = await Promise.all([start(), start()])
})
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.end('SIGTERM')))
  await database.remove()
  await rm(dataDir, { recursive: true, force: true })
})

const start = () => runServer({ DATA_DIR: dataDir, DATA_DIR_SHARED: 'true', DATABASE_URL: database.url })
const json = (body: object, headers = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

test('both processes print the same setup token, and require it behind a proxy', async () => {
  const printed = (server: ServerProcess) => /#token=(\w+)/.exec(server.written())?.[1]
  await vi.waitFor(() =>
    expect(servers.map(printed)).toEqual([expect.any(String), printed(servers[0] as ServerProcess)]),
  )
  for (const { url } of servers) {
    const response = await fetch(`${url}/api/auth/setup-admin`, { method: 'POST', headers: { via: '1.1 proxy' } })
    expect(await response.json()).toMatchObject({ code: 'setup_token_wrong' })
  }
})

test('of concurrent setups at both processes one wins, and its admin signs in at either', async () => {
  const setups = Array.from({ length: 6 }, (_, index) =>
    fetch(`${servers[index % 2]?.url}/api/auth/setup-admin`, { method: 'POST' }),
  )
  const responses = await Promise.all(setups)
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403, 403, 403])
  const credentials = await responses.find(({ status }) => status === 201)?.json()
  for (const { url } of servers) {
    const response = await fetch(`${url}/api/auth/login`, json(credentials))
    expect(response.status).toBe(200)
    signedIn = { authorization: `Bearer ${((await response.json()) as { token: string }).token}` }
  }
})
let signedIn: { authorization: string }

test('a posting that one process stores, changes or removes changes in the other', async () => {
  const [one, other] = servers as [ServerProcess, ServerProcess]
  const shown = async () => (await (await fetch(`${other.url}/api/jobs`)).json()) as { title: string }[]
  const titles = (wanted: string[]) =>
    vi.waitFor(async () => expect((await shown()).map(({ title }) => title)).toEqual(wanted), { timeout: 60_000 })
  await titles([])
  const stored = await fetch(`${one.url}/api/admin/jobs`, json(jobBody({ title: 'First' }), signedIn))
  const { id } = (await stored.json()) as { id: number }
  await titles(['First'])
  await fetch(`${one.url}/api/admin/jobs/${id}`, { ...json({ title: 'Second' }, signedIn), method: 'PATCH' })
  await titles(['Second'])
  await fetch(`${one.url}/api/admin/jobs/${id}`, { method: 'DELETE', headers: signedIn })
  await titles([])
})

test('a posting that one process fills has left every list and feed with its response, and those of the other soon after', async () => {
  const [one, other] = servers as [ServerProcess, ServerProcess]
  const lists = ['/', ACTIVE_JOBS, '/embed', '/sitemap.xml']
  const paths = [...lists, ...Object.values(FEED), '/posting-api/job-board/permian-edge-controls']
  const stored = await fetch(`${one.url}/api/admin/jobs`, json(jobBody({ title: 'Soon filled' }), signedIn))
  const { id } = (await stored.json()) as { id: number }
  const thosePaths = async ({ url }: ServerProcess) => {
    const bodies = await Promise.all(paths.map(async (path) => (await fetch(url + path)).text()))
    return paths.filter((path, index) =>
      bodies[index]?.includes(path === '/sitemap.xml' ? `/jobs/${id}<` : 'Soon filled'),
    )
  }
  // How soon is measured by `npm run bench -- processes`.
  const soon = (having: string[]) => expect.poll(() => thosePaths(other), { timeout: 60_000 }).toEqual(having)
  await soon(paths)
  expect(await thosePaths(one)).toEqual(paths)
  await fetch(`${one.url}/api/admin/jobs/${id}`, { ...json({ status: 'filled' }, signedIn), method: 'PATCH' })
  expect(await thosePaths(one)).toEqual([])
  await soon([])
  await fetch(`${one.url}/api/admin/jobs/${id}`, { method: 'DELETE', headers: signedIn })
})

test('a data folder with an SQLite database is not started with DATABASE_URL', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wellhead-sqlite-'))
  const other = await makePostgresDatabase(true)
  await writeFile(join(folder, 'wellhead.sqlite'), 'rows')
  const start = () =>
    runServer({ DATA_DIR: folder, DATABASE_URL: other.url }).then(
      (server) => server.end('SIGKILL').then(() => 'started'),
      (error: Error) => error.message,
    )
  expect(await start()).toContain('has an SQLite database, and DATABASE_URL names a PostgreSQL database')
  await rename(join(folder, 'wellhead.sqlite'), join(folder, 'copied-to-postgresql.sqlite'))
  expect(await start()).toBe('started')
  await other.remove()
  await rm(folder, { recursive: true, force: true })
})

test("the admin command works on PostgreSQL, and the backup command names PostgreSQL's own tools", async () => {
  const environment = { DATA_DIR: dataDir, DATABASE_URL: database.url }
  const [created, refused] = await Promise.all([
    runOperatorCommand('admin', environment, 'create', 'ana'),
    runOperatorCommand('backup', environment, join(tmpdir(), 'not-made.backup')),
  ])
  expect(created).toMatchObject({ code: 0, stderr: '' })
  const password = created.stdout.trim().split('\n').at(-1)
  expect((await fetch(`${servers[0]?.url}/api/auth/login`, json({ username: 'ana', password }))).status).toBe(200)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('pg_dump')
})
