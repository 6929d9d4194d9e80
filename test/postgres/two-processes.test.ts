import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { INSTALLATION_FILE } from '../../server/platform/installation/store-owner.ts'
import { jobBody } from '../factories.ts'
import { freePort } from '../free-port.ts'
import { runOperatorCommand } from '../run-operator-command.ts'
import { runServer, type ServerProcess } from '../run-server.ts'
import { makePostgresDatabase } from '../test-database.ts'

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

test('both processes print the same setup token, and ask for it behind a proxy', async () => {
  const printed = (server: ServerProcess) => /#token=(\w+)/.exec(server.written())?.[1]
  await vi.waitFor(() =>
    expect(servers.map(printed)).toEqual([expect.any(String), printed(servers[0] as ServerProcess)]),
  )
  for (const { url } of servers) {
    const answer = await fetch(`${url}/api/auth/setup-admin`, { method: 'POST', headers: { via: '1.1 proxy' } })
    expect(await answer.json()).toMatchObject({ code: 'setup_token_wrong' })
  }
})

test('of setups sent to both processes at once one wins, and its admin signs in at either', async () => {
  const setups = Array.from({ length: 6 }, (_, index) =>
    fetch(`${servers[index % 2]?.url}/api/auth/setup-admin`, { method: 'POST' }),
  )
  const answers = await Promise.all(setups)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403, 403, 403])
  const credentials = await answers.find(({ status }) => status === 201)?.json()
  for (const { url } of servers) {
    const answer = await fetch(`${url}/api/auth/login`, json(credentials))
    expect(answer.status).toBe(200)
    signedIn = { authorization: `Bearer ${((await answer.json()) as { token: string }).token}` }
  }
})
let signedIn: { authorization: string }

test('a posting that one process stores, changes or removes is shown so by the other', async () => {
  const [one, other] = servers as [ServerProcess, ServerProcess]
  const shown = async () => (await (await fetch(`${other.url}/api/jobs`)).json()) as { title: string }[]
  const titles = (wanted: string[]) =>
    vi.waitFor(async () => expect((await shown()).map(({ title }) => title)).toEqual(wanted), { timeout: 5_000 })
  await titles([])
  const stored = await fetch(`${one.url}/api/admin/jobs`, json(jobBody({ title: 'First' }), signedIn))
  const { id } = (await stored.json()) as { id: number }
  await titles(['First'])
  await fetch(`${one.url}/api/admin/jobs/${id}`, { ...json({ title: 'Second' }, signedIn), method: 'PATCH' })
  await titles(['Second'])
  await fetch(`${one.url}/api/admin/jobs/${id}`, { method: 'DELETE', headers: signedIn })
  await titles([])
})

test('a folder with the SQLite database of an installation is refused to a database that it was not copied to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wellhead-moved-'))
  const other = await makePostgresDatabase(true)
  await writeFile(join(folder, 'wellhead.sqlite'), 'rows')
  const bucket = {
    S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    S3_BUCKET: 'resumes',
    S3_ACCESS_KEY_ID: 'wellhead',
    S3_SECRET_ACCESS_KEY: 'much-too-secret',
  }
  const refusal = () =>
    runServer({ DATA_DIR: folder, DATABASE_URL: other.url, ...bucket }).then(
      (server) => server.end('SIGKILL').then(() => 'started'),
      (error: Error) => error.message,
    )
  const words = 'has the files of an installation, and the database names none of them'
  expect(await refusal()).toContain(words)
  const client = new pg.Client(other.url)
  await client.connect()
  // A copy of the rows takes the installation id along.
  const { rows } = await client.query('select installation_id from installation')
  await client.end()
  await writeFile(join(folder, INSTALLATION_FILE), `${randomUUID()}\n`)
  expect(await refusal()).toContain('belongs to another installation')
  await writeFile(join(folder, INSTALLATION_FILE), `${rows[0].installation_id}\n`)
  expect(await refusal()).toBe('started')
  await other.remove()
  await rm(folder, { recursive: true, force: true })
})

test('the operator works on the accounts of PostgreSQL, and is sent to its own tools for backups', async () => {
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
