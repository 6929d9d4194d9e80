import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAction } from '../../server/features/audit/audit-queries.ts'
import { checkTrail } from '../../server/features/audit/check-trail.ts'
import { sealTrail } from '../../server/features/audit/seal-trail.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { runOperatorCommand } from '../run-operator-command.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

/** Two processes on one database, with one folder for the key. */
let one: TestApp
let other: TestApp
let folder: string
let url: string
let removeDatabase: () => Promise<void>
beforeAll(async () => {
  const database = await makePostgresDatabase()
  url = database.url
  removeDatabase = database.remove
  folder = await mkdtemp(join(tmpdir(), 'wellhead-sealing-'))
  one = await startTestApp({ postgres: { url, poolSize: 6 } })
  other = await startTestApp({ postgres: { url, poolSize: 6 } })
})
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()])
  await removeDatabase()
  await rm(folder, { recursive: true, force: true })
})

const clock = () => new Date()
const seal = ({ db }: TestApp) => sealTrail({ db, clock, chainKey: { dataDir: folder, secretKey: null } })
const record = ({ db }: TestApp, id: number) =>
  db.transaction().execute((trx) =>
    recordAction(trx, {
      ...{ by: null, now: clock(), id, subject: 'application' },
      event: { action: 'note_added' },
    }),
  )

test('two processes that seal at once, from the first entry on and while others write, make one chain', async () => {
  await record(one, 1)
  for (let round = 0; round < 20; round += 1) {
    const writing = [one, other].flatMap((app) => [1, 2, 3].map((id) => record(app, id)))
    await Promise.all([seal(one), seal(other), ...writing, seal(one), seal(other)])
  }
  await Promise.all([seal(one), seal(other)])
  const report = await checkTrail(one.db, { dataDir: folder, secretKey: null }, new AbortController().signal)
  // The first entry was there before the chain, which another one says.
  expect(report).toEqual({ faults: [], sealed: 1 + 1 + 20 * 6, unsealed: 0 })
})

test('an entry whose transaction goes on is sealed after later ones, without waiting for it', async () => {
  const before = await one.db.selectFrom('audit_trail').select('id').execute()
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
  const { promise: committing, resolve: commit } = Promise.withResolvers<void>()
  const slow = one.db.transaction().execute(async (trx) => {
    const event = { action: 'note_added' } as const
    await recordAction(trx, { by: null, now: clock(), id: 77, subject: 'application', event })
    isWritten()
    await committing
  })
  await written
  await record(other, 78)
  await seal(other)
  commit()
  await slow
  await seal(other)
  const added = one.db.selectFrom('audit_trail').select('subject_id').orderBy('sealed_as').offset(before.length)
  expect((await added.execute()).map(({ subject_id }) => subject_id)).toEqual([78, 77])
})

test('verify checks the chain in PostgreSQL, and names what was changed', async () => {
  const settings = { DATA_DIR: folder, DATABASE_URL: url }
  expect(await runOperatorCommand('verify', settings)).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^The audit trail has 124 sealed entries\.\n.*\nEverything is intact\.\n$/),
  })
  await one.db.updateTable('audit_trail').set({ at: '2020-01-01T00:00:00.000Z' }).where('sealed_as', '=', 9).execute()
  expect(await runOperatorCommand('verify', settings)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Entry \d+ of the audit trail \(place 9\) is not as it was sealed\.\n$/),
  })
})
