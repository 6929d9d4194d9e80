import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { keyColumns, TABLE_NAMES } from '../../server/commands/database-copy/copied-tables.ts'
import { parseEnds } from '../../server/commands/database-copy/installation-address.ts'
import { moveInstallation, openEnds } from '../../server/commands/database-copy/move-installation.ts'
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

const copy = (from: string, to: string, ...options: string[]) =>
  runOperatorCommand('copy-database', source, '--from', from, '--to', to, ...options)
const copyOut = (...options: string[]) => copy(`sqlite:${source}`, url, ...options)

/** What the command would refuse with, told without the time that a process takes. */
async function refusalOf(from = `sqlite:${source}`, to = url): Promise<string> {
  const copying = { replacesNul: false, signal: new AbortController().signal }
  const make = async () => {
    await using opened = new AsyncDisposableStack()
    const ends = parseEnds(from, to)
    return await moveInstallation(ends, await openEnds(ends, { faults: [], opened }), copying)
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

/** Every row of a data folder, and the largest numbers ever given. */
function rowsOf(dataDir: string): Record<string, unknown[]> {
  const sqlite = new SqliteDatabase(join(dataDir, 'wellhead.sqlite'), { readonly: true })
  const tables = TABLE_NAMES.map((table) => [table, keyColumns(table).join(', ')])
  const rows = [...tables, ['sqlite_sequence', 'name']].map(([table, key]) => [
    table,
    sqlite.prepare(`select * from ${table} order by ${key}`).all(),
  ])
  sqlite.close()
  return Object.fromEntries(rows)
}

/** Tables of the target that have rows beside the one that is made with its table. */
async function filledTables(): Promise<string[]> {
  const filled: string[] = []
  for (const table of TABLE_NAMES) {
    const rows = await ask(`select 1 from ${table} limit 1`)
    if (rows.length > 0 && table !== 'installation') filled.push(table)
  }
  return filled
}

/** What a signed-in admin gets from the program. */
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

test('there and back again, every row, number and text is what it was', async () => {
  const before = rowsOf(source)
  for (const rows of Object.values(before)) expect(rows).not.toEqual([])
  await ask('drop schema public cascade; create schema public')
  const out = await copyOut()
  expect(out).toMatchObject({ code: 0, stderr: '' })
  expect(out.stdout).toMatch(/^applications +1,100$/m)
  expect(out.stdout).toContain(`Counts and checksums of all ${TABLE_NAMES.length} tables agree.`)
  expect(out.stdout).toContain('1 in order, 0 missing, 0 altered.')
  expect(out.stdout).not.toContain('postgres:postgres@')

  const back = join(folder, 'back')
  expect(await copy(url, `sqlite:${back}`)).toMatchObject({ code: 0, stderr: '' })
  expect(rowsOf(back)).toEqual(before)
  expect(rowsOf(source)).toEqual(before)
  expect((await readdir(back)).sort()).toEqual(['lock.sqlite', 'tmp', 'wellhead.sqlite'])
  await cp(join(source, 'resumes'), join(back, 'resumes'), { recursive: true })
  // A task of another version goes along like any row.
  const said = expect.stringMatching(/^1 task of the outbox cannot be read/)
  expect(await runOperatorCommand('verify', back)).toMatchObject({ code: 0, stderr: said })
})

test('the program serves the same from PostgreSQL, and is kept from the old rows', async () => {
  const before = await serve({})
  expect(before.statuses).toEqual([200, 200])
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

  await expect(openDatabase(source)).rejects.toThrow('Set DATABASE_URL to work on there')
  const backup = await runOperatorCommand('backup', source, join(folder, 'backup.tar'))
  expect(backup).toMatchObject({ code: 1, stdout: '' })
  expect(backup.stderr).toContain(`were copied to PostgreSQL`)
  expect(backup.stderr).not.toContain('postgres:postgres@')
  await rm(join(source, 'moved-to-postgresql.txt'))
  await (await openDatabase(source)).destroy()
})

test('everything that stands in the way is told at once, and nothing is changed', async () => {
  const lock = lockFolder(source)
  change('delete from kysely_migration')
  await ask("update installation set initialised_at = ''")
  const client = new pg.Client(url)
  await client.connect()
  await client.query('select pg_advisory_lock($1, $2)', [PROCESS_LOCKS, 7])
  const refused = await copyOut()
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain(`A server is running on ${source}`)
  expect(refused.stderr).toContain('start it there once first')
  expect(refused.stderr).toContain('There is an installation in it already')
  lock.release()

  const back = await refusalOf(url, `sqlite:${source}`)
  expect(back).toContain('A server is running on it: The database')
  expect(back).toContain(`There is an installation in ${source} already`)
  await client.end()
})

test.each([
  ['no installation', () => ['sqlite:/nowhere', url], 'There is no installation in /nowhere'],
  ['an empty database', () => [url.replace(/\/test_.*/, '/postgres'), 'sqlite:./x'], 'There is no installation in it'],
  ['no database', () => [`${url}_gone`, 'sqlite:./x'], "encoding 'UTF8' template template0"],
  ['a misspelt parameter', () => ['sqlite:./x', `${url}?sslmod=verify-full`], '--to has a parameter that is not known'],
  ['an unknown scheme', () => ['sqlite:./x', 'mysql://ana:secret@db/x'], '--to is not understood'],
  ['one engine', () => [url, url], 'One end must be SQLite and the other PostgreSQL'],
])('%s is refused', async (_, ends, reason) => {
  const [from = '', to = ''] = ends()
  const refused = await refusalOf(from, to)
  expect(refused).toContain(reason)
  expect(refused).not.toMatch(/secret|:postgres@/)
})

test('a server that is not there, and words that are not understood, are told without the password', async () => {
  const gone = `postgres://ana:much-too-secret@127.0.0.1:${await freePort()}/wellhead`
  const unreachable = await copy(`sqlite:${source}`, gone)
  expect(unreachable.stderr).toMatch(/The database wellhead at 127\.0\.0\.1:\d+ cannot be used/)
  expect(unreachable.stderr).not.toContain('secret')
  const misspelt = await runOperatorCommand('copy-database', source, '--form', 'x', '--to', gone)
  expect(misspelt).toMatchObject({ code: 1, stdout: '' })
  expect(misspelt.stderr).toMatch(/^Usage: npm run copy-database -- --from SOURCE --to TARGET\n/)
})

test('a damaged source is refused', async () => {
  const file = join(source, 'wellhead.sqlite')
  const content = await readFile(file)
  await writeFile(file, content.fill(7, 8192, 40_000))
  expect(await refusalOf()).toMatch(/damaged|malformed/)
  expect(await filledTables()).toEqual([])
})

test('a NUL in a text stops the copy, and is replaced when that is asked for', async () => {
  change("update applications set note = 'a' || char(0) || 'b' where id = 3")
  expect(await refusalOf()).toContain('applications 3 (note)')
  expect(await filledTables()).toEqual([])
  const copied = await copyOut('--replace-nul')
  expect(copied.code).toBe(0)
  expect(copied.stderr).toContain('applications 3 (note)')
  expect(await ask('select note from applications where id = 3')).toEqual([{ note: 'a\u{fffd}b' }])
})

test('a row that the target alters is found, and nothing is kept', async () => {
  await ask(`create function spoil() returns trigger language plpgsql as $$
    begin new.note = upper(new.note); return new; end $$;
    create trigger spoil before insert on applications for each row when (new.id = 700) execute function spoil()`)
  change("update applications set note = 'low' where id = 700")
  expect(await refusalOf()).toContain('the first that differs is applications 700')
  expect(await filledTables()).toEqual([])
  expect(await ask('select last_value::int from applications_id_seq')).toEqual([{ last_value: 1 }])
  expect(await readdir(source)).not.toContain('moved-to-postgresql.txt')
})

test('a row that the target does not take is named, and nothing is kept', async () => {
  change('update applications set job_id = 3000000000 where id = 704')
  expect(await refusalOf()).toMatch(/^applications 704 could not be copied: .*out of range.*\nNothing was copied\.$/)
  expect(await filledTables()).toEqual([])
})

test('numbers that are used up are told in words', async () => {
  change('update applications set id = 2147483647 where id = 704')
  expect(await refusalOf()).toMatch(
    /^The target does not go on numbering applications after 2147483647: .* Nothing was /,
  )
  expect(await filledTables()).toEqual([])
})

test('files that were lost before are listed, and stop nothing', async () => {
  const [key = ''] = await readdir(join(source, 'resumes'))
  await writeFile(join(source, 'resumes', key), 'other')
  const copied = await copyOut()
  expect(copied.code).toBe(0)
  expect(copied.stdout).toContain('0 in order, 0 missing, 1 altered.')
  expect(copied.stderr).toContain(`WARNING`)
  expect(copied.stderr).toContain(`The resume of application ${withFile} is not what was sent`)
})

const AT_THE_COMMIT = 'constraint trigger hold after insert on audit_trail deferrable initially deferred for each row'

test('a copy that is killed in its commit leaves no moment in which both ends are open', async () => {
  const copying = await stopCopyAt(AT_THE_COMMIT, { source, url, ask })
  await copying.kill()
  await expect(openDatabase(source)).rejects.toThrow('run it again')
  await copying.letGo()
  await vi.waitFor(async () => expect(await filledTables()).toContain('applications'), { timeout: 30_000 })
  await vi.waitFor(async () => expect(await refusalOf()).toContain('the copy came to its end'), { timeout: 30_000 })
})

test('a copy whose commit fails bars the old rows until it is made again, there and nowhere else', async () => {
  const copying = await stopCopyAt(AT_THE_COMMIT, { source, url, ask })
  await copying.breakOff()
  await copying.letGo()
  expect(await filledTables()).toEqual([])
  await expect(openDatabase(source)).rejects.toThrow('run it again')
  expect(await refusalOf(`sqlite:${source}`, url.replace(/[^/]+$/, 'postgres'))).toContain('run it again')
  expect((await copyOut()).code).toBe(0)
})

test('a folder in which nothing can be noted keeps its rows, and the target gets none', async () => {
  await mkdir(join(source, 'moved-to-postgresql.txt.partial'))
  expect(await refusalOf()).toContain('moved-to-postgresql.txt could not be written')
  expect(await filledTables()).toEqual([])
  await (await openDatabase(source)).destroy()
})

test('a copy that is killed on the way leaves nothing, and is made when tried again', async () => {
  const copying = await stopCopyAt('trigger hold before insert on audit_trail', { source, url, ask })
  await copying.kill()
  await copying.letGo()
  expect(await filledTables()).toEqual([])
  // PostgreSQL takes a moment to see that nobody is there any more.
  const heldHere = `
    select 1 from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and classid = ${PROCESS_LOCKS}`
  await vi.waitFor(async () => expect(await ask(heldHere)).toEqual([]))
  expect((await copyOut()).code).toBe(0)
})
