import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import SqliteDatabase from 'better-sqlite3'
import { create } from 'tar'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { apply } from '../../../test/factories.ts'
import { runOperatorCommand, runOperatorProgram } from '../../../test/run-operator-command.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { describeFile } from '../../platform/file-stores/local-store.ts'
import { unpackBackupFile } from './backup-file.ts'
import { makeBackup } from './make-backup.ts'
import { describeContents } from './manifest.ts'

const { signal } = new AbortController()
const KEY = /^[0-9a-f]{64}$/m

let app: TestApp
let folder: string
let file: string
let key: string
let target: string
let count = 0
beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'wellhead-seal-'))
  file = join(folder, 'sealed.tar')
  await app.signIn()
  await apply(app)
  await apply(app)
  key = (await runOperatorProgram('backup', app.dataDir, file)).stdout.match(KEY)?.[0] ?? 'none'
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  count += 1
  target = join(folder, `target-${count}`, 'data')
})

type Written = Record<string, unknown> & { seal?: { hmac: string } }

/** Alters a backup file and corrects every checksum, as a person does who has the program but not the key. */
async function forge(
  alter: (unpacked: string, manifest: Written) => Promise<void> | void,
  from = file,
): Promise<string> {
  const [unpacked, forged] = [join(folder, `unpacked-${count}`), join(folder, `forged-${count}.tar`)]
  await mkdir(unpacked)
  await unpackBackupFile(from, unpacked)
  const { checksum, ...manifest } = JSON.parse(await readFile(join(unpacked, 'manifest.json'), 'utf8')) as Written
  expect(checksum).toMatch(KEY)
  await alter(unpacked, manifest)
  const names = ['wellhead.sqlite', ...(await readdir(join(unpacked, 'resumes'))).map((name) => `resumes/${name}`)]
  const files = names.map(async (name) => ({ name, ...(await describeFile(join(unpacked, name))) }))
  manifest.contents = describeContents(await Promise.all(files))
  const sum = createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
  await writeFile(join(unpacked, 'manifest.json'), JSON.stringify({ ...manifest, checksum: sum }))
  await create({ cwd: unpacked, file: forged, portable: true, noDirRecurse: true }, ['manifest.json', ...names])
  return forged
}

function addAdmin(unpacked: string): void {
  const sqlite = new SqliteDatabase(join(unpacked, 'wellhead.sqlite'))
  const values = ['mallory\u001b[2J', 'hash', '2026-01-01T00:00:00.000Z']
  sqlite.prepare('insert into accounts (username, password_hash, created_at) values (?, ?, ?)').run(values)
  sqlite.close()
}

const restore = (from: string, environment: Record<string, string> = {}, ...flags: string[]) =>
  runOperatorCommand('restore', { DATA_DIR: target, ...environment }, from, ...flags)
/** The message of a refused restore, which leaves nothing behind. */
async function refusalOf(from: string, environment: Record<string, string> = {}, ...flags: string[]): Promise<string> {
  const { code, stderr } = await restore(from, environment, ...flags)
  expect({ code, left: await readdir(resolve(target, '..')) }).toEqual({ code: 1, left: [] })
  return stderr
}

/** Runs a restore on a terminal, and types. */
async function restoreOnTerminal(from: string, typed: string[], environment: Record<string, string> = {}) {
  const program = `'${process.execPath}' '${resolve(import.meta.dirname, '../restore.ts')}' '${from}'`
  const child = spawn('script', ['-qec', program, '/dev/null'], {
    env: { PATH: process.env.PATH, DATA_DIR: target, ...environment },
  })
  let screen = ''
  const left = [...typed]
  child.stdout.on('data', (chunk) => {
    screen += chunk
    const isAsked = /(?:none\): |\[y\/N\] )$/.test(stripVTControlCharacters(screen))
    if (isAsked) child.stdin.write(`${left.shift() ?? ''}\r`)
  })
  await text(child.stderr)
  if (child.exitCode === null) await new Promise((done) => child.once('exit', done))
  return { code: child.exitCode, screen }
}

test('the first backup prints the key; the file is private, and a command shows it again', async () => {
  expect(key).toMatch(KEY)
  expect((await stat(join(app.dataDir, 'backup-seal.key'))).mode & 0o777).toBe(0o600)
  const again = await runOperatorCommand('backup', app.dataDir, join(folder, 'again.tar'))
  expect(again.stdout).not.toMatch(KEY)
  expect(await runOperatorCommand('backup', app.dataDir, '--show-seal-key')).toMatchObject({
    code: 0,
    stdout: `${key}\n`,
  })
  expect((await readFile(file)).includes(key)).toBe(false)
  expect((await readFile(file)).includes(Buffer.from(key, 'hex'))).toBe(false)
})

test('a forged backup deletes no file outside of the folder that it is restored into', async () => {
  const victim = join(folder, 'precious.txt')
  await writeFile(victim, 'of the operator')
  const forged = await forge((unpacked) => {
    const sqlite = new SqliteDatabase(join(unpacked, 'wellhead.sqlite'))
    const at = '2026-01-01T00:00:00.000Z'
    const insert = sqlite.prepare(
      "insert into outbox_tasks (kind, payload, run_after, attempts, created_at) values ('delete-resume', ?, ?, 0, ?)",
    )
    for (const up of ['..', '../..', '../../..'])
      insert.run(JSON.stringify({ store: 'local', key: `${up}/precious.txt` }), at, at)
    sqlite.close()
  })
  expect((await restore(forged, {}, '--without-seal')).code).toBe(0)
  expect(await readFile(victim, 'utf8')).toBe('of the operator')
})

test('with the key a restore says that the seal holds and who can sign in, and the new folder keeps the key', async () => {
  const environment = { DATA_DIR: target, BACKUP_SEAL_KEY: key.toUpperCase() }
  const { code, stdout, stderr } = await runOperatorProgram('restore', environment, file)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^The seal holds: .*\nIt has 1 account:\n {2}admin {2}\(since \d{4}-/)
  const later = join(folder, 'later.tar')
  expect((await runOperatorCommand('backup', target, later)).stdout).not.toMatch(KEY)
  target = join(folder, 'second')
  const keyFile = join(app.dataDir, 'backup-seal.key')
  expect((await restore(later, { BACKUP_SEAL_KEY_FILE: keyFile })).stdout).toMatch(/^The seal holds/)
})

test('an added admin row is found although every checksum is right', async () => {
  const forged = await forge(addAdmin)
  expect(await refusalOf(forged, { BACKUP_SEAL_KEY: key })).toMatch(/^THE SEAL IS BROKEN: the backup was altered/)
  expect(await refusalOf(forged, { BACKUP_SEAL_KEY: key }, '--without-seal')).toMatch(/^THE SEAL IS BROKEN/)
})

test('without the key a script restores only with --without-seal', async () => {
  const forged = await forge(addAdmin)
  expect(await refusalOf(forged)).toMatch(/^The backup is sealed, and you named no key/)
  const { code, stdout } = await restore(forged, {}, '--without-seal')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^THE SEAL WAS NOT COMPARED/)
  expect(stdout).toContain('It has 2 accounts:\n')
  expect(stdout).toContain('  mallory\\u{1b}[2J  (since 2026-01-01T00:00:00.000Z, owner)\n')
  expect(await readdir(target)).not.toContain('backup-seal.key')
})

test.each<[string, (unpacked: string, manifest: Written) => Promise<void> | void]>([
  ['another time', (_, manifest) => void Object.assign(manifest, { createdAt: '2026-01-01T00:00:00.000Z' })],
  ['a file more', (unpacked) => writeFile(join(unpacked, 'resumes/b7c5a1de-0000-4000-8000-000000000000'), 'x')],
  [
    'a file less',
    async (unpacked, manifest) => {
      const [name = ''] = await readdir(join(unpacked, 'resumes'))
      await rm(join(unpacked, 'resumes', name))
      manifest.missing = [1, 2]
    },
  ],
  ['a seal of other digits', (_, manifest) => void Object.assign(manifest.seal ?? {}, { hmac: 'a'.repeat(64) })],
])('a backup with %s and right checksums has a broken seal', async (_what, alter) => {
  expect(await refusalOf(await forge(alter), { BACKUP_SEAL_KEY: key })).toMatch(/^THE SEAL IS BROKEN/)
})

test('a backup without its seal is refused, with or without a key', async () => {
  const forged = await forge((_, manifest) => void delete manifest.seal)
  for (const environment of [{}, { BACKUP_SEAL_KEY: key }]) {
    const refusal = await refusalOf(forged, environment, '--without-seal')
    expect(refusal).toMatch(/^The backup file is damaged: its manifest/)
  }
})

test('a file that no application names is refused although every checksum is right', async () => {
  const name = 'resumes/b7c5a1de-0000-4000-8000-000000000000'
  const forged = await forge((unpacked) => writeFile(join(unpacked, name), 'x'))
  expect(await refusalOf(forged, {}, '--without-seal')).toContain(`No application names the file ${name}.`)
})

test('the seal of another installation is not reported as broken', async () => {
  const refusal = await refusalOf(file, { BACKUP_SEAL_KEY: 'ab'.repeat(32) })
  expect(refusal).toMatch(/^The backup bears the seal of another installation \(key [0-9a-f]{16}; the one given is/)
})

test('the manifest of another sealed backup, and files in another order, are refused', async () => {
  await apply(app)
  const other = join(folder, 'other.tar')
  await makeBackup(app.dataDir, other, { signal })
  const [mine, theirs, mixed] = ['mine', 'theirs', 'mixed.tar'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const [from, to] of [
    [file, mine],
    [other, theirs],
  ] as const) {
    await mkdir(to)
    await unpackBackupFile(from, to)
  }
  const keys = (await readdir(join(mine, 'resumes'))).map((name) => `resumes/${name}`)
  const pack = (names: string[]) => create({ cwd: mine, file: mixed, portable: true }, ['manifest.json', ...names])
  await pack(['wellhead.sqlite', ...keys.toReversed()])
  expect(await refusalOf(mixed, { BACKUP_SEAL_KEY: key })).toContain('its files are not those that its manifest names')
  await rename(join(theirs, 'manifest.json'), join(mine, 'manifest.json'))
  await pack(['wellhead.sqlite', ...keys])
  expect(await refusalOf(mixed, { BACKUP_SEAL_KEY: key })).toContain('its files are not those that its manifest names')
})

/** On other systems `script` is typed in another way. */
const hasTerminal = process.platform === 'linux'

test.skipIf(!hasTerminal)(
  'on a terminal the command prompts for the key without showing it; without a key, the restore needs a yes',
  async () => {
    const verified = await restoreOnTerminal(file, ['not the key', 'cd'.repeat(32), key])
    expect(verified.code).toBe(0)
    expect(verified.screen).toMatch(/That is not a seal key.*the seal of another installation.*The seal holds/s)
    expect(verified.screen).not.toContain(key)

    const forged = await forge(addAdmin)
    target = join(folder, 'prompt', 'data')
    const refused = await restoreOnTerminal(forged, ['', ''])
    expect(refused).toMatchObject({ code: 1, screen: expect.stringContaining('It has 2 accounts:') })
    expect(refused.screen).toContain('Do you know all of these accounts, and restore this backup? [y/N]')
    expect(await readdir(resolve(target, '..'))).toEqual([])
    expect(await restoreOnTerminal(forged, ['', 'yes'])).toMatchObject({ code: 0 })
  },
)

test('a value that is not a key, or not the key of the folder, is refused', async () => {
  const said = async (environment: Record<string, string>) =>
    (await runOperatorCommand('backup', { DATA_DIR: app.dataDir, ...environment }, join(folder, 'none.tar'))).stderr
  expect(await said({ BACKUP_SEAL_KEY: 'abc' })).toMatch(/^BACKUP_SEAL_KEY is not a seal key/)
  expect(await said({ BACKUP_SEAL_KEY_FILE: join(folder, 'none') })).toMatch(/^The seal key cannot be read: ENOENT/)
  expect(await said({ BACKUP_SEAL_KEY: 'ab'.repeat(32) })).toContain('holds another key than the environment')
  expect(await said({ BACKUP_SEAL_KEY: key, BACKUP_SEAL_KEY_FILE: file })).toMatch(/^Set either/)
})
