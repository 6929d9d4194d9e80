import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { expect, test } from 'vitest'
import { PROCESS_LOCKS } from '../../server/platform/database/postgres/process-lock.ts'
import { lockFolder } from '../../server/platform/database/sqlite/folder-lock.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { freePort } from '../free-port.ts'
import { runOperatorCommand } from '../run-operator-command.ts'
import { COPIED, prepareCopy } from './copy-test-kit.ts'

const kit = prepareCopy()
const { copy, copyOut, refusalOf, query, change, filledTables } = kit

test('a folder that still has the database of an earlier copy is refused', async () => {
  await mkdir(join(kit.source, COPIED))
  expect(await refusalOf()).toContain(`${COPIED} is left from an earlier copy. Move it out of the folder first.`)
  expect(await query("select to_regclass('applications') is null as is_empty")).toEqual([{ is_empty: false }])
  expect(await filledTables()).toEqual([])
  await (await openDatabase(kit.source)).destroy()
})

test('a source that another program has open is refused, and nothing is copied', async () => {
  const reader = new SqliteDatabase(join(kit.source, 'wellhead.sqlite'), { readonly: true })
  reader.prepare('select 1 from applications').get()
  const refused = await copyOut()
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('Another program')
  reader.close()
  expect(await filledTables()).toEqual([])
})

test('a server on either end, and an installation in the target, are refused', async () => {
  const lock = lockFolder(kit.source)
  expect(await refusalOf()).toContain(`Another Wellhead is running on the data folder ${kit.source}`)
  lock.release()
  const client = new pg.Client(kit.url)
  await client.connect()
  await client.query('select pg_advisory_lock($1, $2)', [PROCESS_LOCKS, 7])
  expect(await refusalOf()).toContain('Another Wellhead uses this database')
  const emptyFolder = `sqlite:${kit.folder}/none`
  expect(await refusalOf(kit.url, emptyFolder)).toContain('A server is running on it: The database')
  await client.end()

  expect(await refusalOf(kit.url, `sqlite:${kit.source}`)).toContain(
    `There is an installation in ${kit.source} already`,
  )
  await query("insert into accounts (username, password_hash, created_at) values ('ben', '', '')")
  const filled = await copyOut()
  expect(filled).toMatchObject({ code: 1, stdout: '' })
  expect(filled.stderr).toMatch(/There is an installation in it already: The database .*, with rows in accounts\./)
})

test('an installation of another version is refused at either end', async () => {
  change('delete from kysely_migration')
  expect(await refusalOf()).toContain(`wellhead.sqlite is not that of this version of Wellhead.`)
  await query("delete from kysely_migration where name > '0001-first-release'")
  for (const refusal of [await refusalOf(), await refusalOf(kit.url, `sqlite:${kit.folder}/none`)]) {
    expect(refusal).toMatch(/^The database test_.* is not that of this version of Wellhead\./)
  }
})

test.each([
  ['no installation', () => ['sqlite:/nowhere', kit.url], 'There is no database /nowhere/wellhead.sqlite.'],
  [
    'an empty database',
    () => [kit.url.replace(/\/test_.*/, '/postgres'), `sqlite:${kit.folder}/none`],
    'There is no installation in it',
  ],
  ['no database', () => [`${kit.url}_gone`, `sqlite:${kit.folder}/none`], "encoding 'UTF8' template template0"],
  [
    'a misspelt parameter',
    () => [`sqlite:${kit.folder}/none`, `${kit.url}?sslmod=verify-full`],
    '--to has a parameter that is not known',
  ],
  [
    'an unknown scheme',
    () => [`sqlite:${kit.folder}/none`, 'mysql://ana:secret@db/x'],
    '--to must be sqlite:FOLDER or postgres://',
  ],
  ['one engine', () => [kit.url, kit.url], 'One address must be SQLite and the other PostgreSQL'],
])('%s is refused', async (_, addresses, reason) => {
  const [from = '', to = ''] = addresses()
  const refused = await refusalOf(from, to)
  expect(refused).toContain(reason)
  expect(refused).not.toMatch(/secret|:postgres@/)
  expect(await readdir(kit.folder)).toEqual(['data'])
})

test('an unreachable server and wrong arguments are reported without the password', async () => {
  const gone = `postgres://ana:much-too-secret@127.0.0.1:${await freePort()}/wellhead`
  const unreachable = await copy(`sqlite:${kit.source}`, gone)
  expect(unreachable.stderr).toMatch(/The database wellhead at 127\.0\.0\.1:\d+ cannot be used/)
  expect(unreachable.stderr).not.toContain('secret')
  const misspelt = await runOperatorCommand('copy-database', kit.source, '--form', 'x', '--to', gone)
  expect(misspelt).toMatchObject({ code: 1, stdout: '' })
  expect(misspelt.stderr).toMatch(/^Usage: npm run copy-database -- --from SOURCE --to TARGET\n/)
})

test('a damaged source is refused', async () => {
  const file = join(kit.source, 'wellhead.sqlite')
  const content = await readFile(file)
  await writeFile(file, content.fill(7, 8192, 40_000))
  const refused = await copyOut()
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/damaged|malformed/)
  expect(await filledTables()).toEqual([])
})

test('a NUL and an integer that PostgreSQL cannot store are refused, and nothing is copied', async () => {
  change("update applications set note = 'a' || char(0) || 'b' where id = 3")
  expect(await refusalOf()).toMatch(/^Nothing was copied\. The target refuses rows from applications 1 on: .*0x00/)
  change("update applications set note = 'ab' where id = 3")
  change('update applications set job_id = 3000000000 where id = 704')
  expect(await refusalOf()).toMatch(/rows from applications 501 on: .*"?3000000000"? is out of range/)
  expect(await filledTables()).toEqual([])
  change('update applications set job_id = null where id = 704')
  expect((await copyOut()).code).toBe(0)
})

test('a row that the target alters is found, and nothing is copied', async () => {
  await query(`create function spoil() returns trigger language plpgsql as $$
    begin new.note = upper(new.note); return new; end $$;
    create trigger spoil before insert on applications for each row when (new.id = 700) execute function spoil()`)
  change("update applications set note = 'low' where id = 700")
  expect(await refusalOf()).toContain('The target does not store what it is given for applications')
  expect(await filledTables()).toEqual([])
  expect(await query('select last_value::int from applications_id_seq')).toEqual([{ last_value: 1 }])
  expect(await readdir(kit.source)).not.toContain(COPIED)
})

test('a row that the target refuses is named, and nothing is copied', async () => {
  await query('alter table applications add check (id < 700)')
  expect(await refusalOf()).toMatch(
    /^Nothing was copied\. The target refuses rows from applications 501 on: .*violates check constraint/,
  )
  expect(await filledTables()).toEqual([])
  expect(await readdir(kit.source)).toContain('wellhead.sqlite')
})
