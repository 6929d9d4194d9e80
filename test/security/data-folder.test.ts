import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOCK_FILE } from '../../server/platform/database/sqlite/folder-lock.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { openLocalStore } from '../../server/platform/file-stores/local-store.ts'
import { applicationForm, insertApplicant } from '../factories.ts'
import { runOperatorCommand, runOperatorProgram } from '../run-operator-command.ts'
import { runServer, type ServerProcess } from '../run-server.ts'
import { refusalOfStart, startInProcess } from '../start-in-process.ts'

let dataDir: string
let folder: string
let file: string
const running: ServerProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-folder-'))
  dataDir = join(folder, 'data')
  file = join(dataDir, 'wellhead.sqlite')
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')))
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<ServerProcess> {
  const server = await runServer({ DATA_DIR: dataDir })
  running.push(server)
  return server
}

const startFault = () => refusalOfStart(startInProcess({ DATA_DIR: dataDir }))

test('other users of the machine can read nothing in a folder with open permissions', async () => {
  await mkdir(dataDir, { mode: 0o755 })
  await start()
  const names = await readdir(dataDir)
  expect(names).toEqual(expect.arrayContaining(['wellhead.sqlite', 'resumes', 'tmp']))
  for (const name of names) {
    expect([name, (await stat(join(dataDir, name))).mode & 0o077]).toEqual([name, 0])
  }
})

test('a link that leads nowhere is no data folder', async () => {
  await symlink(join(folder, 'unmounted'), dataDir)
  const refusal = await startFault()
  expect(refusal).toContain('DATA_DIR must be a folder, or a link to one that is there.')
  expect(refusal).not.toContain('    at ')
})

test('a second server on the same folder is refused, and a kill leaves nothing to clear up', async () => {
  const first = await start()
  const refusal = await start().then(() => 'it started', String)
  expect(refusal).toContain(
    `ended with 1:\nAnother Wellhead is running on the data folder ${dataDir}, and only one may.`,
  )
  expect(refusal).toContain('set DATA_DIR to another folder')
  expect(refusal).not.toContain('    at ')
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)

  await first.end('SIGKILL')
  expect((await readdir(dataDir)).filter((name) => name.startsWith('lock'))).toEqual([LOCK_FILE])
  const second = await startInProcess({ DATA_DIR: dataDir })
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
  await second.stop()
})

test('the operator may back up and verify beside the server, and not restore over it', async () => {
  const server = await start()
  await fetch(`${server.url}/api/submit-application`, { method: 'POST', body: applicationForm() })
  const backup = join(folder, 'backup.tar')
  expect(await runOperatorProgram('backup', dataDir, backup)).toMatchObject({ code: 0, stderr: '' })
  expect(await runOperatorCommand('verify', dataDir)).toMatchObject({ code: 0, stderr: '' })
  const restore = await runOperatorCommand('restore', dataDir, backup)
  expect(restore).toMatchObject({ code: 1, stderr: expect.stringContaining('A server is running on') })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

/** A database of some hundred pages, as a stopped server leaves it. */
async function makeDatabase(): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true })
  const db = await openDatabase(dataDir)
  await db.transaction().execute(async (trx) => {
    for (let count = 0; count < 200; count += 1) await insertApplicant(trx, { note: 'x'.repeat(1_000) })
  })
  await db.destroy()
  return readFile(file)
}

test.each([
  ['its first page', 0, 'is not a database'],
  ['a page in its middle', 100, 'Tree'],
])('a database with damage in %s stops the start and stays unchanged', async (_what, page, detail) => {
  await makeDatabase()
  await using database = await open(file, 'r+')
  await database.write(Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096)
  const damaged = await readFile(file)
  const refusal = await startFault()
  expect(refusal.startsWith(`The database ${file} is damaged: `), refusal).toBe(true)
  expect(refusal).toContain(detail)
  expect(refusal).toContain('npm run restore -- FILE')
  expect((await readFile(file)).equals(damaged)).toBe(true)
})

test('a backup of a damaged database fails with a plain message', async () => {
  await makeDatabase()
  await using database = await open(file, 'r+')
  await database.write(Buffer.alloc(4096, 0xa5), 0, 4096, 0)
  const { code, stderr } = await runOperatorCommand('backup', dataDir, join(folder, 'backup.tar'))
  expect(code).toBe(1)
  expect(stderr).toContain('The database in DATA_DIR is damaged: ')
  expect(stderr).not.toContain('    at ')
})

test('a database that was cut off is refused', async () => {
  const { length } = await makeDatabase()
  await truncate(file, length / 2)
  await expect(openDatabase(dataDir)).rejects.toThrow(/The database .* is damaged: /)
})

test.each([
  ['missing', () => rm(file)],
  ['empty', () => truncate(file, 0)],
])('a database that is %s in a folder that was in use stops the start, and no new one is made', async (state, lose) => {
  await makeDatabase()
  await (await openLocalStore(dataDir)).close()
  await lose()
  const before = await readdir(dataDir)
  const refusal = await startFault()
  const said = `The database ${file} is ${state}, though the data folder has been in use.`
  expect(refusal.startsWith(said), refusal).toBe(true)
  expect(refusal).toContain('npm run restore -- FILE')
  expect(await readdir(dataDir)).toEqual([LOCK_FILE, ...before].toSorted())
})

test('a log without its database is refused and stays', async () => {
  await mkdir(dataDir)
  await writeFile(`${file}-wal`, 'what was committed last')
  await expect(openDatabase(dataDir)).rejects.toThrow('though the data folder has been in use')
  expect(await readFile(`${file}-wal`, 'utf8')).toBe('what was committed last')
})

test('a database without a log opens, since a stop leaves none', async () => {
  await makeDatabase()
  expect(await readdir(dataDir)).toEqual(['wellhead.sqlite'])
  const db = await openDatabase(dataDir)
  expect(await db.selectFrom('applications').select('id').execute()).toHaveLength(200)
  await db.destroy()
})
