import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { APPLICANT, fixture, form } from '../../../test/factories.ts'
import { runOperatorCommand } from '../../../test/run-operator-command.ts'
import { runServer, type ServerProcess } from '../../../test/run-server.ts'
import { readDatabase } from '../../platform/database/sqlite/open-database.ts'

let folder: string
const running: ServerProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-backup-'))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')))
  await rm(folder, { recursive: true, force: true })
})

async function start(dataDir: string): Promise<ServerProcess> {
  const server = await runServer({ DATA_DIR: dataDir, SUBMISSIONS_PER_HOUR: '0' })
  running.push(server)
  return server
}

/** The backup key of an installation, for a restore on the same machine. */
const keyOf = (dataDir: string) => ({ BACKUP_SEAL_KEY_FILE: join(dataDir, 'backup-seal.key') })

async function signIn(url: string, credentials: string): Promise<{ authorization: string }> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: credentials })
  return { authorization: `Bearer ${((await response.json()) as { token: string }).token}` }
}

/** A unique resume, so that one served for another is noticed. */
function resumeOf(mark: number): Buffer<ArrayBuffer> {
  return Buffer.concat([fixture('resume.pdf'), Buffer.from(`\n% ${mark}\n`)])
}

/** Sends and deletes applications until it is stopped; then returns the resumes of the remaining ones. */
function startLoad(url: string, headers: Record<string, string>) {
  const remaining = new Map<number, Buffer>()
  const firstDeletion = Promise.withResolvers<void>()
  let isStopped = false
  const work = async (worker: number) => {
    for (let mark = worker; !isStopped; mark += 2) {
      const content = resumeOf(mark)
      const body = form(APPLICANT, { name: 'resume.pdf', content })
      const response = await fetch(`${url}/api/submit-application`, { method: 'POST', body })
      remaining.set(((await response.json()) as { id: number }).id, content)
      const [oldest] = remaining.keys()
      if (remaining.size < 20 || oldest === undefined) continue
      remaining.delete(oldest)
      const deletion = await fetch(`${url}/api/admin/applications/${oldest}`, { method: 'DELETE', headers })
      if (!deletion.ok) throw new Error(`not deleted: ${deletion.status}`)
      firstDeletion.resolve()
    }
  }
  const workers = [work(0), work(1)]
  return {
    untilDeleting: () => Promise.race([firstDeletion.promise, ...workers]),
    stop: async () => {
      isStopped = true
      await Promise.all(workers)
      return remaining
    },
  }
}

async function rowsOf(dataDir: string) {
  await using database = await readDatabase(dataDir)
  const { db } = database
  return {
    applications: await db.selectFrom('applications').selectAll().orderBy('id').execute(),
    resumes: await db.selectFrom('resumes').selectAll().orderBy('application_id').execute(),
    replicas: await db.selectFrom('resume_replicas').selectAll().orderBy('resume_id').execute(),
    accounts: await db.selectFrom('accounts').selectAll().execute(),
    sessions: await db.selectFrom('sessions').selectAll().execute(),
  }
}

test('backups under load are intact, and a rehearsed restore serves every resume byte for byte', async () => {
  const dataDir = join(folder, 'data')
  const server = await start(dataDir)
  const credentials = await (await fetch(`${server.url}/api/auth/setup-admin`, { method: 'POST' })).text()
  const headers = await signIn(server.url, credentials)

  const load = startLoad(server.url, headers)
  await load.untilDeleting()
  for (const name of ['first', 'second']) {
    const file = join(folder, `${name}.tar`)
    expect(await runOperatorCommand('backup', dataDir, file)).toMatchObject({ code: 0, stderr: '' })
    const rehearsal = join(folder, name)
    expect(await runOperatorCommand('restore', { DATA_DIR: rehearsal, ...keyOf(dataDir) }, file)).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(await runOperatorCommand('verify', rehearsal)).toMatchObject({ code: 0, stderr: '' })
  }
  expect(await runOperatorCommand('verify', dataDir)).toMatchObject({ code: 0, stderr: '' })
  const remaining = await load.stop()

  const file = join(folder, 'quiet.tar')
  const backup = await runOperatorCommand('backup', dataDir, file)
  expect(backup.stdout).toMatch(
    new RegExp(
      `^Wrote ${file}: ${remaining.size} applications, 0 postings and ${remaining.size} resumes, [\\d.]+ MB.\n$`,
    ),
  )
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readdir(join(dataDir, 'tmp'))).filter((name) => name.startsWith('backup-'))).toEqual([])
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])

  const restored = join(folder, 'restored')
  expect(await runOperatorCommand('restore', { DATA_DIR: restored, ...keyOf(dataDir) }, file)).toMatchObject({
    code: 0,
    stderr: '',
  })
  expect(await rowsOf(restored)).toEqual({ ...(await rowsOf(dataDir)), sessions: [] })

  const second = await start(restored)
  expect((await fetch(`${second.url}/api/applications`, { headers })).status).toBe(401)
  const again = await signIn(second.url, credentials)
  for (const [id, content] of remaining) {
    const resume = await fetch(`${second.url}/api/applications/${id}/resume`, { headers: again })
    expect(Buffer.from(await resume.arrayBuffer()).equals(content), `application ${id}`).toBe(true)
  }
})

test('each command explains its usage and its refusals', async () => {
  const [missing, file] = [join(folder, 'none'), join(folder, 'there')]
  await writeFile(file, '')
  const responses = await Promise.all([
    runOperatorCommand('backup', missing),
    runOperatorCommand('restore', missing, '--force', file),
    runOperatorCommand('verify', missing, 'more'),
    runOperatorCommand('verify', missing),
    runOperatorCommand('backup', folder, file),
    runOperatorCommand('backup', folder, join(folder, 'inside')),
    runOperatorCommand('restore', folder, file),
    runOperatorCommand('restore', missing, file),
  ])
  expect(responses.map(({ code }) => code)).toEqual(responses.map(() => 1))
  const said = responses.map(({ stderr }) => stderr)
  expect(said[0]).toBe('Usage: npm run backup -- FILE\n       npm run backup -- --show-seal-key\n')
  expect(said[1]).toBe(
    'Usage: npm run restore -- FILE\n       npm run restore -- FILE --bring-back-deleted\n' +
      '       npm run restore -- FILE --without-seal\n' +
      '       npm run restore -- FILE --without-seal --bring-back-deleted\n' +
      '       each with any number of: --erasures FILE\n',
  )
  expect(said[2]).toBe('Usage: npm run verify\n       npm run verify -- --receipt FILE\n')
  expect(said[3]).toMatch(/^There is no database .*none\/wellhead.sqlite/)
  expect(said[4]).toMatch(/^There is already a file/)
  expect(said[5]).toMatch(/inside the data folder/)
  expect(said[6]).toMatch(/is not empty, and a restore never replaces anything/)
  expect(said[7]).toMatch(/is not a backup file of Wellhead/)
  expect(await readdir(folder)).toEqual(['there'])
})
