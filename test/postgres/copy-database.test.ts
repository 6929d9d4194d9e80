import { cp, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { parseAddresses } from '../../server/commands/database-copy/addresses.ts'
import { keyColumns, TABLE_NAMES } from '../../server/commands/database-copy/copied-tables.ts'
import { copyInstallation } from '../../server/commands/database-copy/copy-installation.ts'
import { openEnds } from '../../server/commands/database-copy/open-ends.ts'
import { CHAIN_KEY_FILE } from '../../server/features/audit/chain-key.ts'
import { PROCESS_LOCKS } from '../../server/platform/database/postgres/process-lock.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { runOperatorCommand, runOperatorProgram } from '../run-operator-command.ts'
import { refusalOfStart, startInProcess } from '../start-in-process.ts'
import { COPIED, prepareCopy } from './copy-test-kit.ts'
import { SEEDED_TOKEN } from './seed-installation.ts'
import { stopCopyAt } from './stopped-copy.ts'

const kit = prepareCopy()
const { copy, copyOut, refusalOf, query, filledTables } = kit

/** Every row of a data folder, and its sequences. */
function rowsOf(dataDir: string, file = 'wellhead.sqlite'): Record<string, unknown[]> {
  const sqlite = new SqliteDatabase(join(dataDir, file), { readonly: true })
  const tables = TABLE_NAMES.map((table) => [table, keyColumns(table).join(', ')])
  const rows = [...tables, ['sqlite_sequence', 'name']].map(([table, key]) => [
    table,
    sqlite.prepare(`select * from ${table} order by ${key}`).all(),
  ])
  sqlite.close()
  return Object.fromEntries(rows)
}

/** The responses of a server to a signed-in admin. */
async function serve(settings: Record<string, string>) {
  const server = await startInProcess({ DATA_DIR: kit.source, ...settings })
  const headers = { authorization: `Bearer ${SEEDED_TOKEN}` }
  try {
    const list = await fetch(`${server.url}/api/applications`, { headers })
    const resume = await fetch(`${server.url}/api/applications/${kit.withFile}/resume`, { headers })
    return {
      statuses: [list.status, resume.status],
      list: await list.text(),
      resume: Buffer.from(await resume.arrayBuffer()).toString('base64'),
    }
  } finally {
    await server.stop()
  }
}

test('after a copy to PostgreSQL and back, every row, id and text is the same', async () => {
  const before = rowsOf(kit.source)
  for (const rows of Object.values(before)) expect(rows).not.toEqual([])
  await query('drop schema public cascade; create schema public')
  await writeFile(join(kit.source, CHAIN_KEY_FILE), `${'a'.repeat(64)}\n`)
  const out = await runOperatorProgram('copy-database', kit.source, '--from', `sqlite:${kit.source}`, '--to', kit.url)
  expect(out).toMatchObject({ code: 0, stderr: '' })
  expect(out.stdout).toMatch(/^applications +1,100$/m)
  expect(out.stdout).toContain(`Counts and checksums of all ${TABLE_NAMES.length} tables agree.`)
  expect(out.stdout).not.toContain('postgres:postgres@')

  const back = join(kit.folder, 'back')
  expect(await copy(kit.url, `sqlite:${back}`)).toMatchObject({ code: 0, stderr: '' })
  expect(rowsOf(back)).toEqual(before)
  expect(rowsOf(kit.source, COPIED)).toEqual(before)
  expect((await readdir(back)).sort()).toEqual([CHAIN_KEY_FILE, 'lock.sqlite', 'tmp', 'wellhead.sqlite'])
  await cp(join(kit.source, 'resumes'), join(back, 'resumes'), { recursive: true })
  // A task of another version and a secret of another key are copied like any row.
  const stderr = expect.stringMatching(
    /^1 task of the outbox cannot be read.*\n1 secret of 1 authenticator app does not open/,
  )
  expect(await runOperatorCommand('verify', back)).toMatchObject({ code: 1, stderr })
})

test('a server gives the same responses from PostgreSQL, and none starts on the old rows', async () => {
  const before = await serve({})
  expect(before.statuses).toEqual([200, 200])
  const refusedStart = (url: string) => refusalOfStart(startInProcess({ DATA_DIR: kit.source, DATABASE_URL: url }))
  const early = await refusedStart(kit.url)
  expect(early).toContain('has an SQLite database, and DATABASE_URL names a PostgreSQL database')
  expect((await copyOut()).code).toBe(0)
  expect(await serve({ DATABASE_URL: kit.url })).toEqual(before)
  const other = await makePostgresDatabase()
  const refusal = await refusedStart(other.url)
  expect(refusal).toContain('belongs to another installation of Wellhead than the database')
  await other.remove()
  const [added] = await query(
    `insert into accounts (username, password_hash, created_at) values ('ben', '', '') returning id`,
  )
  expect(added).toEqual({ id: 2 })

  await expect(openDatabase(kit.source)).rejects.toThrow('Its rows were copied to PostgreSQL: set DATABASE_URL.')
  const backup = await runOperatorCommand('backup', kit.source, join(kit.folder, 'backup.tar'))
  expect(backup).toMatchObject({ code: 1, stdout: '' })
  expect(backup.stderr).toContain('Its rows were copied to PostgreSQL: set DATABASE_URL.')
  await rename(join(kit.source, COPIED), join(kit.source, 'wellhead.sqlite'))
  await (await openDatabase(kit.source)).destroy()
})

test('a copy to SQLite that is interrupted leaves no database', async () => {
  expect((await copyOut()).code).toBe(0)
  const back = join(kit.folder, 'back')
  let steps = 0
  // Fails while applications are copied.
  const throwIfAborted = () => {
    steps += 1
    if (steps > 2) throw new Error('interrupted')
  }
  const interrupted = async () => {
    await using opened = new AsyncDisposableStack()
    const ends = await openEnds(parseAddresses(kit.url, `sqlite:${back}`), opened)
    await copyInstallation(ends, { throwIfAborted } as AbortSignal)
  }
  await expect(interrupted()).rejects.toThrow('interrupted')
  expect(await readdir(back, { recursive: true })).toEqual(['lock.sqlite', 'tmp'])
  expect((await copy(kit.url, `sqlite:${back}`)).code).toBe(0)
})

test('files that were lost before are listed, and do not stop the copy', async () => {
  const [key = ''] = await readdir(join(kit.source, 'resumes'))
  await writeFile(join(kit.source, 'resumes', key), 'other')
  const copied = await copyOut()
  expect(copied.code).toBe(0)
  expect(copied.stderr).toContain('WARNING: 1 resume')
  expect(copied.stderr).toContain(`resume of application ${kit.withFile} is not what the applicant sent`)
})

const AT_THE_COMMIT = 'constraint trigger hold after insert on audit_trail deferrable initially deferred for each row'

test('a copy that is killed in its commit leaves no moment in which both databases can be started', async () => {
  const copying = await stopCopyAt(AT_THE_COMMIT, kit)
  await copying.kill()
  await expect(openDatabase(kit.source)).rejects.toThrow('set DATABASE_URL')
  await copying.releaseLock()
  await vi.waitFor(async () => expect(await filledTables()).toContain('applications'), { timeout: 30_000 })
  await vi.waitFor(
    async () => expect(await refusalOf()).toContain('If an earlier copy has filled it, that copy is complete'),
    { timeout: 30_000 },
  )
})

test('after a copy whose commit fails no server starts on the old rows, and the copy can be repeated', async () => {
  const copying = await stopCopyAt(AT_THE_COMMIT, kit)
  await copying.disconnect()
  await copying.releaseLock()
  expect(await filledTables()).toEqual([])
  await expect(openDatabase(kit.source)).rejects.toThrow('set DATABASE_URL')
  const refusal = await refusalOf()
  expect(refusal).toContain('the target is empty.\nRename the file to wellhead.sqlite and copy again.')
  await rename(join(kit.source, COPIED), join(kit.source, 'wellhead.sqlite'))
  expect((await copyOut()).code).toBe(0)
})

test('a copy that is killed before its commit leaves nothing, and can be repeated', async () => {
  const copying = await stopCopyAt('trigger hold before insert on audit_trail', kit)
  await copying.kill()
  await copying.releaseLock()
  expect(await filledTables()).toEqual([])
  // PostgreSQL notices the lost connection a moment later.
  const heldHere = `
    select 1 from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and classid = ${PROCESS_LOCKS}`
  await vi.waitFor(async () => expect(await query(heldHere)).toEqual([]))
  expect((await copyOut()).code).toBe(0)
})
