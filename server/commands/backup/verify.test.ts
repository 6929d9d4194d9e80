import { open, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { list } from 'tar'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SubmissionReceipt } from '../../../contract/applications/application.ts'
import { formatReceiptFile } from '../../../contract/applications/receipt.ts'
import { APPLICANT, applicationForm, apply, fixture } from '../../../test/factories.ts'
import { replaceOnce } from '../../../test/private-link.ts'
import { runOperatorCommand, runOperatorProgram } from '../../../test/run-operator-command.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { totpClient } from '../../../test/totp-client.ts'
import { insertAccount } from '../../features/accounts/account-queries.ts'
import { recordAction } from '../../features/audit/audit-queries.ts'
import { RECEIPT_KEYS_FILE } from '../../features/receipts/key-storage.ts'
import { deleteResumeTask, eraseApplicationTask } from '../../features/resumes/resume-task-kinds.ts'
import { findResumeText } from '../../features/resumes/resume-text-queries.ts'
import { scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import { faultLine } from './backup-messages.ts'
import { checkFolder } from './check-folder.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.stop())

const check = () => checkFolder({ folder: app.dataDir, isLive: true, signal: new AbortController().signal })
const KEY = 'b7c5a1de-0000-4000-8000-000000000000'
const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)

async function addFile(name: string, changedAt: Date): Promise<void> {
  const path = join(app.dataDir, 'resumes', name)
  await writeFile(path, 'x')
  await utimes(path, changedAt, changedAt)
}

test('an intact folder is reported intact while the server has it open', async () => {
  await apply(app)
  await addFile(KEY, new Date())
  const before = await readdir(app.dataDir, { recursive: true })
  const { code, stdout, stderr } = await runOperatorProgram('verify', app.dataDir)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(
    `${app.dataDir} has 1 application, 0 postings and 1 resume.\nThe audit trail has 0 sealed entries; `,
  )
  expect(stdout).toMatch(/; \d newer entr(?:y|ies) of it not sealed yet\.\nEverything is intact\.\n$/)
  expect(await readdir(app.dataDir, { recursive: true })).toEqual(before)
})

test('the secret of each authenticator app is opened, and those are named that do not open with this key', async () => {
  const now = new Date()
  await totpClient(app).add(await app.signIn(), now)
  const right = await runOperatorProgram('verify', app.dataDir)
  expect([right.code, right.stdout]).toEqual([0, expect.stringContaining('\n1 secret of 1 authenticator app opens.\n')])
  const other = { account_id: 2, sealed_secret: 'of another key', last_step: null, confirmed_at: now.toISOString() }
  await insertAccount(app.db, { username: 'ben', password_hash: 'x', created_at: now.toISOString() })
  await app.db
    .insertInto('totp_secrets')
    .values({ ...other, created_at: now.toISOString() })
    .execute()
  const { code, stdout, stderr } = await runOperatorProgram('verify', app.dataDir)
  expect([code, stdout]).toEqual([1, expect.stringContaining('The data folder has 1 fault.')])
  expect(stderr).toContain('1 secret of 2 authenticator apps does not open with this key: that of ben.')
  expect(stderr).toContain('Put the former SECRET_KEY or sealing.key back')
})

test('a file that a sweep has moved is found by a check and a backup, which leave it where it is', async () => {
  const id = await apply(app)
  // Reading it for its text would put it back.
  await vi.waitUntil(() => findResumeText(app.db, id), { timeout: 30_000, interval: 50 })
  const path = await app.resumePath(id)
  await rename(path, path.replace('resumes', 'resumes-unnamed'))
  expect(await runOperatorCommand('verify', app.dataDir)).toMatchObject({ code: 0, stderr: '' })
  const backup = `${app.dataDir}.tar`
  expect(await runOperatorCommand('backup', app.dataDir, backup)).toMatchObject({ code: 0, stderr: '' })
  expect(await readdir(join(app.dataDir, 'resumes-unnamed'))).toEqual([basename(path)])
  const names: string[] = []
  await list({ file: backup, onReadEntry: ({ path: name }) => names.push(name) })
  expect(names).toContain(`resumes/${basename(path)}`)
  await rm(backup)
})

test('the file of an earlier resume is checked, backed up and restored like that of the current one', async () => {
  const id = await apply(app)
  const earlier = await app.resumePath(id)
  await replaceOnce(app, id)
  expect(await check()).toMatchObject({ faults: [], counts: { applications: 1, resumes: 2 } })

  const backup = join(app.dataDir, '..', `${basename(app.dataDir)}.tar`)
  const restored = `${app.dataDir}-restored`
  const BACKUP_SEAL_KEY_FILE = join(app.dataDir, 'backup-seal.key')
  expect(await runOperatorCommand('backup', app.dataDir, backup)).toMatchObject({ code: 0, stderr: '' })
  const restore = { DATA_DIR: restored, BACKUP_SEAL_KEY_FILE }
  expect(await runOperatorCommand('restore', restore, backup)).toMatchObject({ code: 0, stderr: '' })
  expect(await readFile(join(restored, 'resumes', basename(earlier)))).toEqual(fixture('resume.pdf'))

  await rm(earlier)
  const [fault] = (await check()).faults.map(faultLine)
  expect(fault).toMatch(new RegExp(`^An earlier resume of application ${id} is missing\\.`))
  await rm(backup)
  await rm(restored, { recursive: true })
})

test('a receipt is checked without a server: after a rotation, in a restored folder, and when only its keys are left', async () => {
  const response = await app.request('/api/submit-application', { method: 'POST', body: applicationForm() })
  const { receipt } = (await response.json()) as SubmissionReceipt
  const file = join(app.dataDir, 'tmp', 'receipt.json')
  await writeFile(file, formatReceiptFile(receipt))
  const rotated = await runOperatorCommand('admin', app.dataDir, 'rotate-receipt-key')
  expect(rotated).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Receipts of the 1 earlier key stay valid.'),
  })

  const backup = join(app.dataDir, '..', `${basename(app.dataDir)}.tar`)
  const restored = `${app.dataDir}-restored`
  const BACKUP_SEAL_KEY_FILE = join(app.dataDir, 'backup-seal.key')
  expect(await runOperatorCommand('backup', app.dataDir, backup)).toMatchObject({ code: 0 })
  const restore = { DATA_DIR: restored, BACKUP_SEAL_KEY_FILE }
  expect(await runOperatorCommand('restore', restore, backup)).toMatchObject({ code: 0, stderr: '' })
  await rm(join(restored, 'wellhead.sqlite'))
  for (const folder of [app.dataDir, restored]) {
    const { code, stdout } = await runOperatorCommand('verify', folder, '--receipt', file)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/APP-0001[\s\S]*The receipt is valid/) })
  }

  await writeFile(file, formatReceiptFile({ ...receipt, name: 'Eve', size: 1 }))
  expect(await runOperatorCommand('verify', app.dataDir, '--receipt', file)).toMatchObject({
    code: 1,
    stderr: 'The receipt was altered after it was issued. What differs: name, file size.\n',
  })
  await rm(join(restored, RECEIPT_KEYS_FILE))
  const without = await runOperatorCommand('verify', restored, '--receipt', file)
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('There are no keys of receipts.') })
  await Promise.all([backup, restored].map((path) => rm(path, { recursive: true })))
})

test('missing and altered resumes and unnamed files are one line each, without a name', async () => {
  const [missing, altered] = [await apply(app), await apply(app)]
  await rm(await app.resumePath(missing))
  await writeFile(await app.resumePath(altered), 'other content')
  await addFile(KEY, twoHoursAgo)
  await addFile('notes.txt', twoHoursAgo)

  const { code, stdout, stderr } = await runOperatorCommand('verify', app.dataDir)
  expect(code).toBe(1)
  expect(stdout).toMatch(/The data folder has 4 faults\.\n$/)
  const lines = stderr.trim().split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(new RegExp(`^The resume of application ${missing} is missing. Put the file resumes/`))
  expect(lines[1]).toMatch(new RegExp(`^The resume of application ${altered} is not what the applicant sent`))
  expect(stderr).toContain(`No application names the file resumes/${KEY}.`)
  expect(stderr).toContain('The file resumes/notes.txt is not one of Wellhead.')
  expect(stderr + stdout).not.toContain(APPLICANT.name)
})

test('a file that the outbox is about to delete is no fault', async () => {
  await addFile(KEY, twoHoursAgo)
  await scheduleTask(app.db, deleteResumeTask({ store: 'local', key: KEY }), new Date())
  expect((await check()).faults).toEqual([])
})

test('a task that cannot be read stops neither a backup nor a check, and is reported', async () => {
  await apply(app)
  const row = { attempts: 0, run_after: '2999-01-01T00:00:00.000Z', last_error: null, created_at: 'never' }
  const tasks = [
    { ...row, kind: 'delete-resume', payload: '{"place":"local","key"' },
    { ...row, kind: 'delete-resume', payload: 'null' },
    { ...row, kind: 'a kind of another version', payload: '{}' },
  ]
  const added = await app.db.insertInto('outbox_tasks').values(tasks).returning('id').execute()
  const rows = added.map(({ id }) => id).join(', ')
  const said = `3 tasks of the outbox cannot be read (rows ${rows} of outbox_tasks). No application and no file is missing because of this; see docs/operations.md.\n`
  expect(await runOperatorCommand('verify', app.dataDir)).toMatchObject({ code: 0, stderr: said })
  const backup = await runOperatorCommand('backup', app.dataDir, `${app.dataDir}.tar`)
  await rm(`${app.dataDir}.tar`, { force: true })
  expect(backup).toMatchObject({ code: 0, stderr: said })
})

test('words about an application that is gone are found in the search index and the audit trail, and an erasure that waits is named', async () => {
  const id = await apply(app)
  await vi.waitUntil(() => findResumeText(app.db, id), { timeout: 30_000, interval: 50 })
  const waiting = await scheduleTask(app.db, eraseApplicationTask({ applicationId: 77 }), new Date('2999-01-01'))
  await app.db.updateTable('outbox_tasks').set({ last_error: 'S3 is away' }).where('id', '=', waiting).execute()
  const intact = await runOperatorCommand('verify', app.dataDir)
  expect(intact).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\n1 erasure goes on, .* said: S3 is away\.\n/),
  })

  await app.db.deleteFrom('applications').where('id', '=', id).execute()
  const by = { id: 1, username: 'ana', displayName: null }
  await app.db.transaction().execute(async (trx) => {
    for (const event of [{ action: 'tagged', name: 'Cousin' }, { action: 'deleted' }] as const)
      await recordAction(trx, { by, now: new Date(), id, subject: 'application', event })
  })
  const { code, stderr } = await runOperatorCommand('verify', app.dataDir)
  expect(code).toBe(1)
  expect(stderr).toContain(
    'The search index has words of 1 application that is not stored any more. Run npm run reindex.',
  )
  expect(stderr).toContain(
    '1 entry of the audit trail about applications that are not stored any more still has the name',
  )
  expect(stderr).not.toContain('Cousin')
})

test('a resume that no file store has is a fault', async () => {
  const id = await apply(app)
  await rm(await app.resumePath(id))
  await app.db.updateTable('resume_replicas').set({ store: 'google-drive', state: 'missing' }).execute()
  const { faults } = await check()
  expect(faults.map(faultLine)).toEqual([
    `The resume of application ${id} is missing. No file store has it: ask the applicant for it.`,
  ])
})

test('a database of another version is refused, not checked', async () => {
  await sql`insert into kysely_migration values ('9999-later', '2026-01-01')`.execute(app.db)
  await expect(check()).rejects.toThrow('is not that of this version of Wellhead')
})

test('a damaged page, a lost row and a file that is no database are found', async () => {
  const id = await apply(app)
  await app.db.destroy()
  const path = join(app.dataDir, 'wellhead.sqlite')
  const sqlite = new SqliteDatabase(path)
  sqlite.pragma('foreign_keys = off')
  sqlite.prepare('delete from applications where id = ?').run(id)
  sqlite.close()
  expect((await check()).faults.map(faultLine)).toEqual([
    expect.stringMatching(/^The database is damaged: 1 rows of mails/),
    expect.stringMatching(/^The database is damaged: 1 rows of resumes refer to rows that do not exist/),
  ])

  await using database = await open(path, 'r+')
  await database.write(Buffer.alloc(8192, 0xff), 0, 8192, 4096 * 4)
  expect((await check()).faults[0]?.kind).toBe('database')
  await database.write(Buffer.alloc(512, 0xff), 0, 512, 0)
  expect((await check()).faults.map(faultLine)).toEqual([
    expect.stringMatching(/^The database is damaged: file is not a database\. Stop the server/),
  ])
})
