import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { recordAction } from './audit-queries.ts'
import { CHAIN_KEY_FILE } from './chain-key.ts'
import { checkTrail } from './check-trail.ts'
import { beginChainAnew, sealingTrail, sealTrail } from './seal-trail.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
  await seal()
  await record(6)
})
afterEach(() => app.stop())

const by = { id: 1, username: 'ana', displayName: 'Ana' }
const clock = () => new Date()
const keyed = (secretKey: string | null = null) => ({ dataDir: app.dataDir, secretKey })
const servicesOf = (secretKey: string | null = null) => ({ db: app.db, clock, chainKey: keyed(secretKey) })
const seal = (secretKey: string | null = null) => sealTrail(servicesOf(secretKey))
const check = (secretKey: string | null = null) => checkTrail(app.db, keyed(secretKey), new AbortController().signal)
const record = async (count: number) => {
  for (let number = 1; number <= count; number += 1)
    await app.db.transaction().execute((trx) =>
      recordAction(trx, {
        ...{ by, now: clock(), id: number, subject: 'application', version: 2 },
        event: { action: 'feedback_changed' },
      }),
    )
}
const entries = () => app.db.selectFrom('audit_trail').selectAll().orderBy('id').execute()
const places = async () => (await entries()).map(({ sealed_as }) => sealed_as)

test('entries are sealed in their order after their commit, each once, and later ones follow', async () => {
  expect(await check()).toEqual({ faults: [], sealed: 0, unsealed: 6 })
  await seal()
  const first = await entries()
  expect(await places()).toEqual([1, 2, 3, 4, 5, 6])
  expect(new Set(first.map((entry) => entry.seal)).size).toBe(6)
  await record(1)
  await seal()
  expect((await entries()).slice(0, 6)).toEqual(first)
  expect(await check()).toEqual({ faults: [], sealed: 7, unsealed: 0 })
})

test('an entry whose transaction took longer comes later in the chain', async () => {
  await app.db.updateTable('audit_trail').set({ id: 3_000 }).where('id', '=', 3).execute()
  await seal()
  await app.db
    .insertInto('audit_trail')
    .values({ ...((await entries())[0] ?? expect.fail()), id: 3, sealed_as: null, seal: null, event_hash: null })
    .execute()
  await seal()
  expect(await places()).toEqual([1, 2, 7, 3, 4, 5, 6])
  expect(await check()).toEqual({ faults: [], sealed: 7, unsealed: 0 })
})

test('more entries than one batch has are sealed by one run', async () => {
  const like = (await entries())[0] ?? expect.fail()
  const rows = Array.from({ length: 2_600 }, (_, index) => ({ ...like, id: 100 + index }))
  for (let start = 0; start < rows.length; start += 500)
    await app.db
      .insertInto('audit_trail')
      .values(rows.slice(start, start + 500))
      .execute()
  await seal()
  expect(await check()).toEqual({ faults: [], sealed: 2_606, unsealed: 0 })
})

test.each([
  ['at', '2020-01-01T00:00:00.000Z'],
  ['account_id', 2],
  ['username', 'bea'],
  ['display_name', null],
  ['subject', 'job'],
  ['subject_id', 9],
  ['version', null],
  ['action', 'deleted'],
  ['event', '{"action":"deleted"}'],
  ['event_hash', 'x'],
  ['seal', 'x'],
])('a change of %s is found, and the entry named', async (column, value) => {
  await seal()
  await app.db
    .updateTable('audit_trail')
    .set({ [column]: value })
    .where('id', '=', 4)
    .execute()
  const { faults } = await check()
  // With another seal, the entry after it does not follow any more.
  expect(faults).toEqual([{ kind: 'changed', id: 4, place: 4, others: column === 'seal' ? 1 : 0 }])
})

test('entries that were removed from the middle and from the end are found', async () => {
  await seal()
  await app.db.deleteFrom('audit_trail').where('id', 'in', [2, 3, 5]).execute()
  expect((await check()).faults).toEqual([{ kind: 'missing', from: 2, to: 3, others: 1 }])
  await app.db.deleteFrom('audit_trail').where('id', '=', 6).execute()
  expect((await check()).faults).toContainEqual({ kind: 'cut', entries: 6, sealed: 4 })
  // The server goes on where the chain ended, so what is missing stays missing.
  await record(1)
  await seal()
  expect((await check()).faults).toEqual([{ kind: 'missing', from: 2, to: 3, others: 2 }])
})

test('a chain that was made again without the key is found, and the server does not go on with it', async () => {
  await seal()
  const cut = async () => {
    await app.db.deleteFrom('audit_trail').where('id', '=', 6).execute()
    const { seal: last } = (await entries()).at(-1) ?? expect.fail()
    await app.db
      .updateTable('installation')
      .set({ audit_head: JSON.stringify({ count: 5, seal: last, mac: 'AAAA' }) })
      .execute()
  }
  await cut()
  expect((await check()).faults).toEqual([{ kind: 'forged_head' }])
  await record(1)
  await expect(seal()).rejects.toThrow('was not written with the key of this installation')

  await app.db.updateTable('installation').set({ audit_head: null }).execute()
  expect((await check()).faults).toEqual([{ kind: 'no_head' }])
  await expect(seal()).rejects.toThrow('is missing from the database')
  // As if there never had been a chain: the key file knows better.
  await app.db.updateTable('audit_trail').set({ sealed_as: null, seal: null, event_hash: null }).execute()
  expect((await check()).faults).toEqual([{ kind: 'no_head' }])
  await expect(seal()).rejects.toThrow('is missing from the database')

  await beginChainAnew(servicesOf())
  expect((await entries()).at(-1)).toMatchObject({ action: 'audit_chain_renewed', account_id: null, sealed_as: 7 })
  expect(await check()).toEqual({ faults: [], sealed: 7, unsealed: 0 })
})

test('without its key, as in another folder, the chain waits until the operator begins it anew', async () => {
  await seal()
  await rm(join(app.dataDir, CHAIN_KEY_FILE))
  expect((await check()).faults).toEqual([{ kind: 'no_key' }])
  await record(1)
  await expect(seal()).rejects.toThrow('begin-audit-chain')
  // The log says it once, not every few seconds.
  const { run } = sealingTrail(servicesOf())
  await expect(run(new AbortController().signal)).rejects.toThrow('begin-audit-chain')
  await run(new AbortController().signal)
  expect((await places()).at(-1)).toBe(null)
  await beginChainAnew(servicesOf())
  expect(await check()).toEqual({ faults: [], sealed: 8, unsealed: 0 })
})

test('the key is in a file that others cannot read, and with SECRET_KEY it is made from that', async () => {
  await seal()
  const file = join(app.dataDir, CHAIN_KEY_FILE)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const key = (await readFile(file, 'utf8')).slice(0, 64)
  const { audit_head } = await app.db.selectFrom('installation').select('audit_head').executeTakeFirstOrThrow()
  expect(audit_head).not.toContain(key)

  const secret = 'a secret that is long enough for this'
  expect((await check(secret)).faults).toEqual([])
  await record(1)
  await seal(secret)
  await rm(file)
  expect(await check(secret)).toEqual({ faults: [], sealed: 7, unsealed: 0 })
  expect((await check('another secret that is long enough')).faults).toEqual([{ kind: 'forged_head' }])
})

test('a trail of before the chain is sealed by the first run, and says since when', async () => {
  const old = await startTestApp()
  try {
    const of = { db: old.db, clock, chainKey: { dataDir: old.dataDir, secretKey: null } }
    const entry = { at: clock().toISOString(), account_id: 1, username: 'ana', subject: 'job' as const, subject_id: 1 }
    const event = { action: 'created', event: '{"action":"created"}' }
    await old.db
      .insertInto('audit_trail')
      .values([1, 2].map(() => ({ ...entry, ...event, version: 1 })))
      .execute()
    await sealTrail(of)
    const actions = (await old.db.selectFrom('audit_trail').select('action').orderBy('sealed_as').execute()).map(
      ({ action }) => action,
    )
    expect(actions).toEqual(['created', 'created', 'audit_chain_begun'])
    expect((await checkTrail(old.db, of.chainKey, new AbortController().signal)).faults).toEqual([])
  } finally {
    await old.stop()
  }
})
