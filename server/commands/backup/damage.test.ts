import { statSync, watch } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'tar'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { APPLICANT, apply } from '../../../test/factories.ts'
import { openFiles } from '../../../test/open-files.ts'
import { runOperatorCommand } from '../../../test/run-operator-command.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { readDatabase } from '../../platform/database/sqlite/open-database.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { unpackBackupFile } from './backup-file.ts'
import { faultLine } from './backup-messages.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const UNNAMED = 'resumes/b7c5a1de-0000-4000-8000-000000000000'
const { signal } = new AbortController()

let app: TestApp
let folder: string
let file: string
beforeEach(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'wellhead-damage-'))
  file = join(folder, 'intact.tar')
})
afterEach(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Restores without comparing the seal: damage is found without a key. */
function restore(from: string, to: string) {
  return restoreBackup(from, to, {
    signal,
    publicUrl: 'https://jobs.example.com',
    bringsBackDeleted: false,
    timeZone: 'UTC',
    erasures: [],
    compareSeal: async () => ({ key: undefined }),
    approve: async () => undefined,
  })
}

/** Restores a damaged backup file. Returns the refusal, after checking that nothing is left. */
async function refusalOf(content: Buffer): Promise<string> {
  const [parent, damaged] = [join(folder, 'parent'), join(folder, 'damaged.tar')]
  await mkdir(parent, { recursive: true })
  await writeFile(damaged, content)
  const refusal = await restore(damaged, join(parent, 'data')).catch((error) => error)
  expect(await readdir(parent)).toEqual([])
  if (!(refusal instanceof CommandFault)) throw refusal
  return refusal.message
}

/** Position and content length of each entry of a tar. */
function entriesOf(tar: Buffer): { name: string; start: number; size: number }[] {
  const entries = []
  for (let start = 0; tar[start] !== 0; ) {
    const name = tar.toString('utf8', start, start + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(tar.toString('ascii', start + 124, start + 135), 8)
    entries.push({ name, start, size })
    start += 512 + Math.ceil(size / 512) * 512
  }
  return entries
}

test('a backup file that is cut off anywhere is refused', async () => {
  await apply(app)
  await makeBackup(app.dataDir, file, { signal })
  const intact = await readFile(file)
  const [, database, resume] = entriesOf(intact)
  const { length } = intact
  for (const size of [
    0,
    5,
    512,
    database?.start ?? 0,
    (database?.start ?? 0) + 9000,
    resume?.start ?? 0,
    length - 1024,
    length - 1,
  ]) {
    expect(await refusalOf(intact.subarray(0, size)), `${size} bytes`).toMatch(/damaged|not a backup file/)
  }
})

test('one flipped bit is found in every part of a backup file', async () => {
  await apply(app)
  await makeBackup(app.dataDir, file, { signal })
  const intact = await readFile(file)
  const entries = entriesOf(intact)
  expect(entries.map(({ name }) => name)).toEqual([
    'manifest.json',
    'wellhead.sqlite',
    'receipt-keys.json',
    expect.stringMatching(/^resumes\//),
  ])
  // Name, size and checksum of the header; first, middle and last byte of the content.
  const offsets = entries.flatMap(({ start, size }) => {
    const content = start + 512
    return [start + 2, start + 130, start + 150, content, content + (size >> 1), content + size - 1]
  })
  const moment = intact.indexOf('"createdAt":"') + '"createdAt":"202'.length
  for (const offset of [...offsets, moment, intact.length - 1000, intact.length - 3]) {
    const flipped = Buffer.from(intact)
    flipped[offset] = (flipped[offset] ?? 0) ^ 1
    expect(await refusalOf(flipped), `byte ${offset}`).toMatch(/damaged|not a backup file/)
  }
  expect((await restore(file, join(folder, 'data'))).faults).toEqual([])
})

test.each([
  ['a resume that no application names', UNNAMED],
  ['a path that leads outside', '../outside'],
  ['a path that leads outside by a detour', 'resumes/../../outside'],
  ['an absolute path', '/tmp/wellhead-outside'],
  ['a file beside the others', 'resumes/readme'],
  ['a second database', 'wellhead.sqlite'],
  ['a link', 'link'],
])('a backup file with %s is refused', async (_what, name) => {
  await makeBackup(app.dataDir, file, { signal })
  const unpacked = join(folder, 'unpacked')
  await mkdir(unpacked)
  await unpackBackupFile(file, unpacked)
  await writeFile(join(unpacked, 'added'), 'x')
  await symlink('/etc', join(unpacked, 'link'))
  const onWriteEntry = (entry: { path: string }) => {
    if (entry.path === 'added') entry.path = name
  }
  const added = name === 'link' ? 'link' : 'added'
  const names = ['manifest.json', 'wellhead.sqlite', added]
  const forged = join(folder, 'forged.tar')
  await create({ cwd: unpacked, file: forged, portable: true, preservePaths: true, onWriteEntry }, names)
  const reason =
    name === UNNAMED
      ? 'its files are not those that its manifest names'
      : `it holds "${name}", which is no part of a backup`
  expect(await refusalOf(await readFile(forged))).toContain(`The backup file is damaged: ${reason}.`)
  expect(await stat(join(folder, 'outside')).catch(() => 'none')).toBe('none')
})

test('files lost before a backup are reported, do not stop it, and are listed by the restore', async () => {
  const [missing, altered, intact] = [await apply(app), await apply(app), await apply(app)]
  await rm(await app.resumePath(missing))
  await writeFile(await app.resumePath(altered), 'other content')

  const { faults, counts } = await makeBackup(app.dataDir, file, { signal })
  expect(faults).toMatchObject([
    { kind: 'missing', application: missing },
    { kind: 'altered', application: altered },
  ])
  expect(counts).toMatchObject({ applications: 3, resumes: 3 })
  const said = faults.map(faultLine).join('\n')
  expect(said).toMatch(
    new RegExp(
      `resume of application ${missing} is missing.*\n.*application ${altered} is not what the applicant sent`,
    ),
  )
  expect(said).not.toContain(APPLICANT.name)
  const command = await runOperatorCommand('backup', app.dataDir, join(folder, 'again.tar'))
  expect(command).toMatchObject({ code: 2, stdout: expect.stringContaining('Wrote ') })
  expect(command.stderr).toBe(`THE BACKUP IS INCOMPLETE: the data folder has 2 faults.\n${said}\n`)

  const restored = join(folder, 'data')
  expect((await restore(file, restored)).faults).toEqual(faults)
  const path = (await app.resumePath(intact)).replace(app.dataDir, restored)
  expect((await readFile(path)).equals(await readFile(await app.resumePath(intact)))).toBe(true)
})

test('resumes that only Google Drive has are counted, and no fault', async () => {
  const id = await apply(app)
  await rm(await app.resumePath(id))
  await app.db.updateTable('resume_replicas').set({ store: 'google-drive', key: 'abc' }).execute()
  const { faults, counts } = await makeBackup(app.dataDir, file, { signal })
  expect({ faults, counts }).toMatchObject({ faults: [], counts: { resumes: 1, remoteOnly: 1 } })
  const empty = join(folder, 'data')
  await mkdir(empty)
  expect((await restore(file, empty)).manifest.counts.remoteOnly).toBe(1)
})

test('a damaged database is not backed up, and nothing is left', async () => {
  await apply(app)
  await app.db.destroy()
  const database = await open(join(app.dataDir, 'wellhead.sqlite'), 'r+')
  await database.write(Buffer.alloc(8192, 0xff), 0, 8192, 4096 * 4)
  await database.close()
  await expect(makeBackup(app.dataDir, file, { signal })).rejects.toThrow(/malformed|damaged/)
  expect(await readdir(folder)).toEqual([])
  expect(await readdir(join(app.dataDir, 'tmp'))).toEqual([])
})

test('an interrupted backup leaves nothing behind', async () => {
  await apply(app)
  await expect(makeBackup(app.dataDir, file, { signal: AbortSignal.abort(new Error('interrupted')) })).rejects.toThrow(
    'interrupted',
  )
  expect(await readdir(folder)).toEqual([])
  expect(await readdir(join(app.dataDir, 'tmp'))).toEqual([])
})

test('a backup interrupted while it is written leaves nothing behind', async () => {
  for (let count = 0; count < 12; count += 1) await truncate(await app.resumePath(await apply(app)), 4_000_000)
  const interruption = new AbortController()
  const watcher = watch(folder, () => {
    const partial = statSync(`${file}.partial`, { throwIfNoEntry: false })
    if (partial && partial.size > 9_000_000) interruption.abort(new Error('interrupted'))
  })
  await expect(makeBackup(app.dataDir, file, { signal: interruption.signal })).rejects.toThrow()
  watcher.close()
  expect(await readdir(folder)).toEqual([])
  expect(await readdir(join(app.dataDir, 'tmp'))).toEqual([])
  await vi.waitFor(async () => expect((await openFiles()).filter((path) => path.includes('/tmp/backup-'))).toEqual([]))
})

test('deleted data are not in the free pages of a backup, nor are the counted clients', async () => {
  const id = await apply(app, { name: 'Zebulon Quartermaine' })
  await apply(app)
  const response = await app.request(`/api/admin/applications/${id}`, { method: 'DELETE', headers: await app.signIn() })
  expect(response.status).toBe(204)
  await vi.waitFor(async () => expect(await app.storedFiles()).toHaveLength(1))
  const failure = { key_hash: 'hash-of-a-client', count: 1, expires_at: '2999-01-01T00:00:00.000Z' }
  await app.db.insertInto('sign_in_failures').values(failure).execute()
  const network = { network_hash: 'hash-of-a-network', expires_at: '2999-01-01T00:00:00.000Z' }
  await app.db.insertInto('signed_in_networks').values(network).execute()
  const form = { address_hash: 'hash-of-an-applicant', hour: '2999-01-01T00', count: 1 }
  await app.db.insertInto('submission_counts').values(form).execute()
  await makeBackup(app.dataDir, file, { signal })
  const content = await readFile(file)
  const counted = ['hash-of-a-client', 'hash-of-a-network', 'hash-of-an-applicant']
  const isIn = [APPLICANT.email, 'Quartermaine', ...counted].map((text) => content.includes(text))
  expect(isIn).toEqual([true, false, false, false, false])
  await restore(file, join(folder, 'data'))
  await using database = await readDatabase(join(folder, 'data'))
  expect(await database.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})
