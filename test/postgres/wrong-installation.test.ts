import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { listLatestKeys } from '../../server/features/resumes/resume-queries.ts'
import { connectOrExplain } from '../../server/platform/database/postgres/open-postgres.ts'
import { openLocalStore } from '../../server/platform/file-stores/local-store.ts'
import { checkInstallation } from '../../server/platform/installation/check-installation.ts'
import { INSTALLATION_FILE } from '../../server/platform/installation/store-owner.ts'
import { copyPostgresDatabase, makePostgresDatabase } from '../databases/test-database.ts'
import { applicationForm, fixture } from '../factories.ts'
import { startTcpProxy } from '../requests/tcp-proxy.ts'
import { startS3Server } from '../s3/s3-server.ts'
import { type InProcessServer, refusalOfStart, startInProcess } from '../start-in-process.ts'

let dataDir: string
let database: Awaited<ReturnType<typeof makePostgresDatabase>>
let running: InProcessServer[]
let closers: { stop(): Promise<unknown> }[]
beforeEach(async () => {
  running = []
  closers = []
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-rows-'))
  database = await makePostgresDatabase()
})
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()))
  await Promise.all(closers.map((part) => part.stop()))
  await database.remove()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(url = database.url, environment: Record<string, string> = {}): Promise<InProcessServer> {
  const server = await startInProcess({ DATA_DIR: dataDir, DATABASE_URL: url, ...environment })
  running.push(server)
  return server
}
const refusalOf = (url: string) => refusalOfStart(start(url))

async function signIn(server: InProcessServer): Promise<Record<string, string>> {
  const credentials = await (await fetch(`${server.url}/api/auth/setup-admin`, { method: 'POST' })).text()
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body: credentials })
  return { authorization: `Bearer ${((await response.json()) as { token: string }).token}` }
}
const apply = (server: InProcessServer) =>
  fetch(`${server.url}/api/submit-application`, { method: 'POST', body: applicationForm() })
async function applyAndStop(server: InProcessServer): Promise<number> {
  const { id } = (await (await apply(server)).json()) as { id: number }
  await server.stop()
  return id
}

const filesIn = (folder: string) => readdir(join(dataDir, folder))
async function age(): Promise<void> {
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000)
  for (const file of await filesIn('resumes')) await utimes(join(dataDir, 'resumes', file), twoHoursAgo, twoHoursAgo)
}
/** Does what a refusal says. */
async function writeOwner(refusal: string): Promise<void> {
  const [, owner] = /must say: (.+)/.exec(refusal) ?? []
  await writeFile(join(dataDir, INSTALLATION_FILE), String(owner))
}

test("Monday's rows on Tuesday's files are refused, and lose no file of Tuesday where the operator insists; an empty database is refused", async () => {
  const monday = await start()
  const headers = await signIn(monday)
  await applyAndStop(monday)
  const restored = await copyPostgresDatabase(database.url)
  const tuesday = await applyAndStop(await start())
  await age()

  const refusal = await refusalOf(restored.url)
  expect(refusal).toContain('belongs to another database of this installation')
  await writeOwner(refusal)
  const wrong = await start(restored.url)
  await vi.waitFor(async () => expect(await filesIn('resumes-unnamed')).toHaveLength(1), { timeout: 30_000 })
  expect(await filesIn('resumes')).toHaveLength(1)
  await wrong.stop()

  await writeOwner(await refusalOf(database.url))
  const right = await start()
  const resume = await fetch(`${right.url}/api/applications/${tuesday}/resume`, { headers })
  expect(Buffer.from(await resume.arrayBuffer()).equals(fixture('resume.pdf'))).toBe(true)
  expect(await filesIn('resumes')).toHaveLength(2)
  expect(await filesIn('resumes-unnamed')).toEqual([])
  await right.stop()
  await restored.remove()

  const empty = await makePostgresDatabase(true)
  expect(await refusalOf(empty.url)).toContain(`The folder ${dataDir} belongs to another installation`)
  await rm(join(dataDir, INSTALLATION_FILE))
  expect(await refusalOf(empty.url)).toContain('has the files of an installation, and the database names none of them')
  expect(await filesIn('resumes')).toHaveLength(2)
  await expect(readFile(join(dataDir, INSTALLATION_FILE))).rejects.toThrow('ENOENT')
  await empty.remove()
})

test('a copied database is refused, also to a role that may not read the identifier of the server', async () => {
  const role = `guest_${Date.now()}`
  const admin = new pg.Client(database.url)
  await admin.connect()
  await admin.query(`create role ${role} login password 'guest'; grant usage on schema public to ${role};
    grant select, insert on all tables in schema public to ${role};
    revoke execute on function pg_control_system() from public`)
  const look = async (url: string) => {
    const db = connectOrExplain({ url, poolSize: 1 })
    const store = await openLocalStore(dataDir)
    const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir }, 'production')
    await checkInstallation({ db, listLatestKeys }, store, config).finally(() => db.destroy())
    return (await readFile(join(dataDir, INSTALLATION_FILE), 'utf8')).split(' ')[1]
  }
  const asRole = (url: string) => url.replace('postgres:postgres@', `${role}:guest@`)
  expect(await look(database.url)).toMatch(/^\d+\/\d+\n$/)
  await look(asRole(database.url))
  await rm(join(dataDir, INSTALLATION_FILE))
  expect(await look(asRole(database.url))).toMatch(/^unknown\/\d+\n$/)
  await look(database.url)
  await admin.end()

  const restored = await copyPostgresDatabase(database.url)
  for (const url of [asRole(restored.url), restored.url])
    await expect(look(url)).rejects.toThrow('another database of this installation')
  await restored.remove()
})

test('a bucket that was silent at the start takes forms once its installation id is checked, and a wrong one never does', async () => {
  const [s3, other] = await Promise.all([startS3Server(), startS3Server()])
  const bucket = await s3.newBucket()
  await other.newBucket(bucket)
  const [proxy, wrongProxy] = await Promise.all([startTcpProxy(s3.port), startTcpProxy(other.port)])
  closers.push(s3, other, proxy, wrongProxy)
  await proxy.stopListening()
  const right = await start(database.url, { ...s3.environment(bucket), S3_ENDPOINT: proxy.url })
  expect((await apply(right)).status).toBe(503)
  await proxy.listenAgain()
  expect((await apply(right)).status).toBe(201)
  expect((await s3.read(bucket, INSTALLATION_FILE)).toString()).toMatch(/^\S+ \S+\n$/)

  const ofSameName = {
    ...other.environment(bucket),
    DATA_DIR: join(dataDir, 'second'),
    S3_ENDPOINT: wrongProxy.url,
  }
  await expect(start(database.url, ofSameName)).rejects.toThrow('The database names files that are not there')
  await wrongProxy.stopListening()
  const wrong = await start(database.url, ofSameName)
  await wrongProxy.listenAgain()
  const refused = await apply(wrong)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(await other.keysIn(bucket)).toEqual([])
})
