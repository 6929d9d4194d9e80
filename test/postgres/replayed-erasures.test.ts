import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import { INSTALLATION_FILE } from '../../server/platform/installation/store-owner.ts'
import { copyPostgresDatabase, makePostgresDatabase } from '../databases/test-database.ts'
import { applicationForm } from '../factories.ts'
import { runOperatorCommand } from '../run-operator-command.ts'
import { type InProcessServer, startInProcess } from '../start-in-process.ts'

type Database = Awaited<ReturnType<typeof makePostgresDatabase>>

let dataDir: string
let databases: Database[]
let running: InProcessServer[]
beforeEach(async () => {
  running = []
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-replayed-'))
  databases = [await makePostgresDatabase()]
})
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()))
  for (const database of databases) await database.remove()
  await rm(dataDir, { recursive: true, force: true })
})

async function start({ url }: Database): Promise<InProcessServer> {
  const server = await startInProcess({ DATA_DIR: dataDir, DATABASE_URL: url })
  running.push(server)
  return server
}

async function query({ url }: Database, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}

async function signIn(url: string): Promise<Record<string, string>> {
  const credentials = await (await fetch(`${url}/api/auth/setup-admin`, { method: 'POST' })).text()
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: credentials })
  return { authorization: `Bearer ${((await response.json()) as { token: string }).token}` }
}

async function apply(url: string, name: string): Promise<number> {
  const body = applicationForm({ name, email: `${name.toLowerCase()}@example.com` })
  return ((await (await fetch(`${url}/api/submit-application`, { method: 'POST', body })).json()) as { id: number }).id
}

const verify = async ({ url }: Database) => runOperatorCommand('verify', { DATA_DIR: dataDir, DATABASE_URL: url })

test('a database that PostgreSQL’s tools restored beside a surviving data folder removes again who was deleted since', async () => {
  const [original] = databases as [Database]
  const first = await start(original)
  const headers = await signIn(first.url)
  const ids = []
  for (const name of ['Ana', 'Ben']) ids.push(await apply(first.url, name))
  await first.stop()
  // The files of the backup are copied back too.
  const resumes = join(dataDir, 'resumes')
  const files = await Promise.all(
    (await readdir(resumes)).map(async (name) => [name, await readFile(join(resumes, name))] as const),
  )
  const dump = await copyPostgresDatabase(original.url)
  databases.unshift(dump)

  const second = await start(original)
  const deleted = await fetch(second.url + pathTo(ADMIN_API.adminApplication, ids[0] ?? 0), {
    method: 'DELETE',
    headers,
  })
  expect(deleted.status).toBe(204)
  await vi.waitFor(async () => expect(await readdir(resumes)).toHaveLength(1), { timeout: 20_000 })
  await second.stop()
  const before = await readFile(join(dataDir, 'erasures.jsonl'), 'utf8')

  for (const [name, content] of files) await writeFile(join(resumes, name), content)
  const { stderr } = await verify(dump)
  expect(stderr).toContain('The database lacks 1 entry of erasures.jsonl.')
  // The operator says that the files belong to the new database.
  await rm(join(dataDir, INSTALLATION_FILE))
  const third = await start(dump)
  expect(await query(dump, 'select name from applications')).toEqual([{ name: 'Ben' }])
  await vi.waitFor(async () => expect(await readdir(resumes)).toHaveLength(1), { timeout: 20_000 })
  expect(await readFile(join(dataDir, 'erasures.jsonl'), 'utf8')).toBe(before)
  await third.stop()
  expect(await verify(dump)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The ledger of erasures has 1 entry.'),
  })
})
