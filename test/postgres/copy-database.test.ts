import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { parseAddresses } from '../../server/commands/database-copy/addresses.ts'
import { keyColumns, TABLE_NAMES } from '../../server/commands/database-copy/copied-tables.ts'
import { copyInstallation, openConnections } from '../../server/commands/database-copy/copy-installation.ts'
import { PROCESS_LOCKS } from '../../server/platform/database/postgres/lock-keys.ts'
import { lockFolder } from '../../server/platform/database/sqlite/folder-lock.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { CommandFault } from '../../server/platform/operator-faults.ts'
import { freePort } from '../free-port.ts'
import { runOperatorCommand } from '../run-operator-command.ts'
import { runServer } from '../run-server.ts'
import { makePostgresDatabase } from '../test-database.ts'
import { SEEDED_TOKEN, seedInstallation } from './seed-installation.ts'
import { stopCopyAt } from './stopped-copy.ts'

let seed: string
let withFile: number
beforeAll(async () => {
  seed = await mkdtemp(join(tmpdir(), 'wellhead-copy-seed-'))
  withFile = await seedInstallation(seed)
})
afterAll(() => rm(seed, { recursive: true, force: true }))

let folder: string
let source: string
let url: string
let remove: () => Promise<void>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-copy-'))
  source = join(folder, 'data')
  await cp(seed, source, { recursive: true })
  ;({ url, remove } = await makePostgresDatabase())
})
afterEach(async () => {
  await remove()
  await rm(folder, { recursive: true, force: true })
})

const copy = (from: string, to: string) => runOperatorCommand('copy-database', source, '--from', from, '--to', to)
const copyOut = () => copy(`sqlite:${source}`, url)

/** The message of a refused copy, made in this process, which is faster than a command. */
async function refusalOf(from = `sqlite:${source}`, to = url): Promise<string> {
  const make = async () => {
    await using opened = new AsyncDisposableStack()
    const connections = await openConnections(parseAddresses(from, to), opened)
    return await copyInstallation(connections, new AbortController().signal)
  }
  const refusal = await make().catch((error) => error)
  expect(refusal).toBeInstanceOf(CommandFault)
  return refusal.message
}

async function ask(statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows
}

function change(statement: string): void {
  const sqlite = new SqliteDatabase(join(source, 'wellhead.sqlite'))
  sqlite.exec(statement)
  sqlite.close()
}

const COPIED = 'copied-to-postgresql.sqlite'

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

/** Tables of the target with rows, beside the one that the schema fills. */
async function filledTables(): Promise<string[]> {
  const filled: string[] = []
  for (const table of TABLE_NAMES) {
    const rows = await ask(`select 1 from ${table} limit 1`)
    if (rows.length > 0 && table !== 'installation') filled.push(table)
  }
  return filled
}

/** The responses of a server to a signed-in admin. */
async function serve(settings: Record<string, string>) {
  const server = await runServer({ DATA_DIR: source, ...settings })
  const headers = { authorization: `Bearer ${SEEDED_TOKEN}` }
  try {
    const list = await fetch(`${server.url}/api/applications`, { headers })
    const resume = await fetch(`${server.url}/api/applications/${withFile}/resume`, { headers })
    return {
      statuses: [list.status, resume.status],
      list: await list.text(),
      resume: Buffer.from(await resume.arrayBuffer()).toString('base64'),
    }
  } finally {
    await server.end('SIGTERM')
  }
}

test('after a copy to PostgreSQL and back, every row, id and text is the same', async () => {
  const before = rowsOf(source)
  for (const rows of Object.values(before)) expect(rows).not.toEqual([])
  await ask('drop schema public cascade; create schema public')
  const out = await copyOut()
  expect(out).toMatchObject({ code: 0, stderr: '' })
  expect(out.stdout).toMatch(/^applications +1,100$/m)
  expect(out.stdout).toContain(`Counts and checksums of all ${TABLE_NAMES.length} tables agree.`)
  expect(out.stdout).not.toContain('postgres:postgres@')

  const back = join(folder, 'back')
  expect(await copy(url, `sqlite:${back}`)).toMatchObject({ code: 0, stderr: '' })
  expect(rowsOf(back)).toEqual(before)
  expect(rowsOf(source, COPIED)).toEqual(before)
  expect((await readdir(back)).sort()).toEqual(['lock.sqlite', 'tmp', 'wellhead.sqlite'])
  await cp(join(source, 'resumes'), join(back, 'resumes'), { recursive: true })
  // A task of another version is copied like any row.
  const stderr = expect.stringMatching(/^1 task of the outbox cannot be read/)
  expect(await runOperatorCommand('verify', back)).toMatchObject({ code: 0, stderr })
})

test('a server gives the same responses from PostgreSQL, and none starts on the old rows', async () => {
  const before = await serve({})
  expect(before.statuses).toEqual([200, 200])
  const early = await serve({ DATABASE_URL: url }).catch((error) => error.message)
  expect(early).toContain('has an SQLite database, and DATABASE_URL names a PostgreSQL database')
  expect((await copyOut()).code).toBe(0)
  expect(await serve({ DATABASE_URL: url })).toEqual(before)
  const other = await makePostgresDatabase()
  const refusal = await serve({ DATABASE_URL: other.url }).catch((error) => error.message)
  expect(refusal).toContain('belongs to another installation of Wellhead than the database')
  await other.remove()
  const [added] = await ask(
    `insert into accounts (username, password_hash, created_at) values ('ben', '', '') returning id`,
  )
  expect(added).toEqual({ id: 2 })

  await expect(openDatabase(source)).rejects.toThrow('Its rows were copied to PostgreSQL: set DATABASE_URL.')
  const backup = await runOperatorCommand('backup', source, join(folder, 'backup.tar'))
  expect(backup).toMatchObject({ code: 1, stdout: '' })
  expect(backup.stderr).toContain('Its rows were copied to PostgreSQL: set DATABASE_URL.')
  await rename(join(source, COPIED), join(source, 'wellhead.sqlite'))
  await (await openDatabase(source)).destroy()
})

test('a folder that still has the database of an earlier copy is refused', async () => {
  await mkdir(join(source, COPIED))
  expect(await refusalOf()).toContain(`${COPIED} is left from an earlier copy. Move it out of the folder first.`)
  expect(await ask("select to_regclass('applications') is null as is_empty")).toEqual([{ is_empty: false }])
  expect(await filledTables()).toEqual([])
  await (await openDatabase(source)).destroy()
})

test('a source that another program has open is refused, and nothing is kept', async () => {
  const reader = new SqliteDatabase(join(source, 'wellhead.sqlite'), { readonly: true })
  reader.prepare('select 1 from applications').get()
  const refused = await copyOut()
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('Another program')
  reader.close()
  expect(await filledTables()).toEqual([])
})

test('faults of both ends are reported at once', async () => {
  const lock = lockFolder(source)
  await ask("update installation set initialised_at = ''")
  const client = new pg.Client(url)
  await client.connect()
  const refused = await copyOut()
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain(`Another Wellhead is running on the data folder ${source}`)
  expect(refused.stderr).toContain('There is an installation in it already')
  lock.release()

  await client.query('select pg_advisory_lock($1, $2)', [PROCESS_LOCKS, 7])
  const back = await refusalOf(url, `sqlite:${source}`)
  expect(back).toContain('A server is running on it: The database')
  expect(back).toContain(`There is an installation in ${source} already`)
  await client.end()
})

test('an installation of another version is refused at either end', async () => {
  change('delete from kysely_migration')
  await ask("update kysely_migration set name = '0000-older'")
  const refused = await refusalOf()
  expect(refused).toContain(`wellhead.sqlite is not that of this version of Wellhead.`)
  expect(refused).toContain('There is an installation of another version in it already')
  expect(await refusalOf(url, `sqlite:${folder}/none`)).toContain('is not that of this version of Wellhead.')
})

test.each([
  ['no installation', () => ['sqlite:/nowhere', url], 'There is no database /nowhere/wellhead.sqlite.'],
  [
    'an empty database',
    () => [url.replace(/\/test_.*/, '/postgres'), `sqlite:${folder}/none`],
    'There is no installation in it',
  ],
  ['no database', () => [`${url}_gone`, `sqlite:${folder}/none`], "encoding 'UTF8' template template0"],
  [
    'a misspelt parameter',
    () => [`sqlite:${folder}/none`, `${url}?sslmod=verify-full`],
    '--to has a parameter that is not known',
  ],
  [
    'an unknown scheme',
    () => [`sqlite:${folder}/none`, 'mysql://ana:secret@db/x'],
    '--to must be sqlite:FOLDER or postgres://',
  ],
  ['one engine', () => [url, url], 'One address must be SQLite and the other PostgreSQL'],
])('%s is refused', async (_, addresses, reason) => {
  const [from = '', to = ''] = addresses()
  const refused = await refusalOf(from, to)
  expect(refused).toContain(reason)
  expect(refused).not.toMatch(/secret|:postgres@/)
  expect(await readdir(folder)).toEqual(['data'])
})

test('an unreachable server and wrong arguments are reported without the password', async () => {
  const gone = `postgres://ana:much-too-secret@127.0.0.1:${await freePort()}/wellhead`
  const unreachable = await copy(`sqlite:${source}`, gone)
  expect(unreachable.stderr).toMatch(/The database wellhead at 127\.0\.0\.1:\d+ cannot be used/)
  expect(unreachable.stderr).not.toContain('secret')
  const misspelt = await runOperatorCommand('copy-database', source, '--form', 'x', '--to', gone)
  expect(misspelt).toMatchObject({ code: 1, stdout: '' })
  expect(misspelt.stderr).toMatch(/^Usage: npm run copy-database -- --from SOURCE --to TARGET\n/)
})

test('a copy to SQLite that is interrupted leaves no database', async () => {
  expect((await copyOut()).code).toBe(0)
  const back = join(folder, 'back')
  let steps = 0
  // Fails while applications are copied: the source was summarised before.
  const throwIfAborted = () => {
    steps += 1
    if (steps > TABLE_NAMES.length + 2) throw new Error('interrupted')
  }
  const interrupted = async () => {
    await using opened = new AsyncDisposableStack()
    const connections = await openConnections(parseAddresses(url, `sqlite:${back}`), opened)
    await copyInstallation(connections, { throwIfAborted } as AbortSignal)
  }
  await expect(interrupted()).rejects.toThrow('interrupted')
  expect(await readdir(back, { recursive: true })).toEqual(['lock.sqlite', 'tmp'])
  expect((await copy(url, `sqlite:${back}`)).code).toBe(0)
})

test('a damaged source is refused', async () => {
  const file = join(source, 'wellhead.sqlite')
  const content = await readFile(file)
  await writeFile(file, content.fill(7, 8192, 40_000))
  expect(await refusalOf()).toMatch(/damaged|malformed/)
  expect(await filledTables()).toEqual([])
})

test('a NUL and an integer that PostgreSQL cannot store are reported before any row is written', async () => {
  change("update applications set note = 'a' || char(0) || 'b' where id = 3")
  change('update applications set job_id = 3000000000 where id = 704')
  const refusal = await refusalOf()
  expect(refusal).toMatch(/^Nothing was copied\. PostgreSQL cannot store a NUL character/)
  expect(refusal).toContain('  applications 3 (note)\n  applications 704 (job_id)\n')
  expect(await filledTables()).toEqual([])
  change("update applications set note = 'ab' where id = 3")
  change('update applications set job_id = null where id = 704')
  expect((await copyOut()).code).toBe(0)
})

test('a row that the target alters is found, and nothing is kept', async () => {
  await ask(`create function spoil() returns trigger language plpgsql as $$
    begin new.note = upper(new.note); return new; end $$;
    create trigger spoil before insert on applications for each row when (new.id = 700) execute function spoil()`)
  change("update applications set note = 'low' where id = 700")
  expect(await refusalOf()).toContain('the first row that differs is\napplications 700.')
  expect(await filledTables()).toEqual([])
  expect(await ask('select last_value::int from applications_id_seq')).toEqual([{ last_value: 1 }])
  expect(await readdir(source)).not.toContain(COPIED)
})

test('a row that the target refuses is named, and nothing is kept', async () => {
  await ask('alter table applications add check (id < 700)')
  expect(await refusalOf()).toMatch(
    /^Nothing was copied\. The target refuses rows from applications 501 on: .*violates check constraint/,
  )
  expect(await filledTables()).toEqual([])
  expect(await readdir(source)).toContain('wellhead.sqlite')
})

test('used-up ids are reported', async () => {
  change('update applications set id = 2147483647 where id = 704')
  expect(await refusalOf()).toMatch(
    /^Nothing was copied\. The target gives no id after 2147483647 in applications: .*2147483647/,
  )
  expect(await filledTables()).toEqual([])
})

test('files that were lost before are listed, and do not stop the copy', async () => {
  const [key = ''] = await readdir(join(source, 'resumes'))
  await writeFile(join(source, 'resumes', key), 'other')
  const copied = await copyOut()
  expect(copied.code).toBe(0)
  expect(copied.stderr).toContain('WARNING: 1 resume')
  expect(copied.stderr).toContain(`The resume of application ${withFile} is not what the applicant sent`)
})

const AT_THE_COMMIT = 'constraint trigger hold after insert on audit_trail deferrable initially deferred for each row'

test('a copy that is killed in its commit leaves no moment in which both databases can be started', async () => {
  const copying = await stopCopyAt(AT_THE_COMMIT, { source, url, ask })
  await copying.kill()
  await expect(openDatabase(source)).rejects.toThrow('set DATABASE_URL')
  await copying.letGo()
  await vi.waitFor(async () => expect(await filledTables()).toContain('applications'), { timeout: 30_000 })
  await vi.waitFor(
    async () => {
      const refusal = await refusalOf()
      expect(refusal).toContain('If the target has rows, that copy is complete')
      expect(refusal).toContain('There is an installation in it already')
    },
    { timeout: 30_000 },
  )
})

test('a copy whose commit fails keeps servers from the old rows, and can be made again', async () => {
  const copying = await stopCopyAt(AT_THE_COMMIT, { source, url, ask })
  await copying.breakOff()
  await copying.letGo()
  expect(await filledTables()).toEqual([])
  await expect(openDatabase(source)).rejects.toThrow('set DATABASE_URL')
  const refusal = await refusalOf()
  expect(refusal).toContain('If the target is empty, rename the file to wellhead.sqlite and copy again.')
  expect(refusal).not.toContain('There is an installation in it already')
  await rename(join(source, COPIED), join(source, 'wellhead.sqlite'))
  expect((await copyOut()).code).toBe(0)
})

test('a copy that is killed before its commit leaves nothing, and can be made again', async () => {
  const copying = await stopCopyAt('trigger hold before insert on audit_trail', { source, url, ask })
  await copying.kill()
  await copying.letGo()
  expect(await filledTables()).toEqual([])
  // PostgreSQL notices the lost connection a moment later.
  const heldHere = `
    select 1 from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and classid = ${PROCESS_LOCKS}`
  await vi.waitFor(async () => expect(await ask(heldHere)).toEqual([]))
  expect((await copyOut()).code).toBe(0)
})
