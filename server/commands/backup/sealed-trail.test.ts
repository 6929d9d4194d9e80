import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyAtOnce, createJob } from '../../../test/factories.ts'
import { runOperatorCommand } from '../../../test/run-operator-command.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { CHAIN_KEY_FILE } from '../../features/audit/chain-key.ts'
import { openDatabase } from '../../platform/database/sqlite/open-database.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
  await app.runWork('seal-audit-trail')
  await applyAtOnce(app)
  // The receipt leaves its entry by itself, which would come after the sealing on a busy machine.
  const receipt = app.db.selectFrom('audit_trail').select('id').where('action', '=', 'message')
  await vi.waitFor(async () => expect(await receipt.execute()).toHaveLength(1))
  for (let job = 0; job < 4; job += 1) await createJob(app)
  await app.runWork('seal-audit-trail')
})
afterEach(() => app.stop())

const verify = (folder = app.dataDir) => runOperatorCommand('verify', folder)

test('verify says how many entries are sealed, and names a changed one, missing places and a cut end', async () => {
  const intact = await verify()
  expect(intact).toMatchObject({ code: 0, stderr: '' })
  const entries = await app.db.selectFrom('audit_trail').select(['id', 'sealed_as']).orderBy('sealed_as').execute()
  const last = entries.length
  expect(intact.stdout).toContain(`The audit trail has ${last} sealed entries.\nEverything is intact.`)

  await app.db.updateTable('audit_trail').set({ username: 'mallory' }).where('sealed_as', '=', 2).execute()
  await app.db.deleteFrom('audit_trail').where('sealed_as', 'in', [3, last]).execute()
  expect(await verify()).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('The data folder has 3 faults.'),
    stderr: [
      `Entry ${entries[1]?.id} of the audit trail (place 2) is not as it was sealed.`,
      'The audit trail lacks place 3.',
      `The end of the audit trail is missing: ${last} entries were sealed, and the last one there has place ${last - 1}.`,
      '',
    ].join('\n'),
  })
})

test('a backup seals first and brings the key, and an older one is an older chain; a changed trail can be restored too', async () => {
  const file = join(app.dataDir, '..', `${basename(app.dataDir)}.tar`)
  const restored = `${app.dataDir}-restored`
  const BACKUP_SEAL_KEY_FILE = join(app.dataDir, 'backup-seal.key')
  const restore = async () => {
    await rm(restored, { recursive: true, force: true })
    expect(await runOperatorCommand('restore', { DATA_DIR: restored, BACKUP_SEAL_KEY_FILE }, file)).toMatchObject({
      code: 0,
    })
    await rm(file)
    return verify(restored)
  }
  try {
    await createJob(app)
    expect(await runOperatorCommand('backup', app.dataDir, file)).toMatchObject({ code: 0, stderr: '' })
    const unsealed = app.db.selectFrom('audit_trail').select('id').where('sealed_as', 'is', null)
    expect(await unsealed.execute()).toEqual([])
    await createJob(app)
    await app.runWork('seal-audit-trail')
    expect(await restore()).toMatchObject({ code: 0, stderr: '' })
    expect(await readFile(join(restored, CHAIN_KEY_FILE))).toEqual(await readFile(join(app.dataDir, CHAIN_KEY_FILE)))

    await app.db.deleteFrom('audit_trail').where('sealed_as', '=', 2).execute()
    expect(await runOperatorCommand('backup', app.dataDir, file)).toMatchObject({ code: 0, stderr: '' })
    expect(await restore()).toMatchObject({ code: 1, stderr: 'The audit trail lacks place 2.\n' })
  } finally {
    await rm(restored, { recursive: true, force: true })
    await rm(file, { force: true })
  }
})

test('the operator begins the chain anew where its key is lost, and the trail says so', async () => {
  await rm(join(app.dataDir, CHAIN_KEY_FILE))
  expect(await verify()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The key of the audit trail is missing'),
  })
  expect(await runOperatorCommand('admin', app.dataDir, 'begin-audit-chain')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('begins anew'),
  })
  expect(await verify()).toMatchObject({ code: 0, stderr: '' })
  const db = await openDatabase(app.dataDir)
  const newest = db.selectFrom('audit_trail').select(['action', 'username']).orderBy('id', 'desc')
  expect(await newest.executeTakeFirst()).toEqual({ action: 'audit_chain_renewed', username: null })
  await db.destroy()
})
