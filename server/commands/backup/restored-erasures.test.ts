import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { list } from 'tar'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, APPLICATION_TOKEN_HEADER, PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import { prepareAlerts } from '../../../test/alerts/alert-kit.ts'
import { applicationForm } from '../../../test/factories.ts'
import { insertPrivateLink } from '../../../test/private-link.ts'
import { runOperatorCommand } from '../../../test/run-operator-command.ts'
import { runServer } from '../../../test/run-server.ts'
import { changeDatabase, readDatabase } from '../../platform/database/sqlite/open-database.ts'

const site = prepareAlerts()

/** Who applied, and with which alerts, before the first backup; all but Cyd and the alert of Kim are gone in the second one. */
const NAMES = ['Ana', 'Ben', 'Cyd'] as const
const ALERTS = ['lea@example.com', 'max@example.com', 'kim@example.com'] as const

let folder: string
let first: string
let second: string
let count = 0
const keys = new Map<string, string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-erasures-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function submit(name: string): Promise<number> {
  const body = applicationForm({ name, email: `${name.toLowerCase()}@example.com` })
  const response = await site.app().request('/api/submit-application', { method: 'POST', body })
  const { id } = (await response.json()) as { id: number }
  keys.set(name, (await site.app().resumePath(id)).split('/').at(-1) ?? 'none')
  return id
}

async function backUp(name: string): Promise<string> {
  const file = join(folder, name)
  expect(await runOperatorCommand('backup', site.app().dataDir, file)).toMatchObject({ code: 0, stderr: '' })
  return file
}

/** Restores into a new folder. @returns what it said, and who is in the folder */
async function restore(file: string, ...options: string[]) {
  count += 1
  const dataDir = join(folder, `restored-${count}`, 'data')
  const BACKUP_SEAL_KEY_FILE = join(site.app().dataDir, 'backup-seal.key')
  const said = await runOperatorCommand('restore', { DATA_DIR: dataDir, BACKUP_SEAL_KEY_FILE }, file, ...options)
  return { ...said, dataDir, ...(said.code === 0 && (await contentOf(dataDir))) }
}

async function contentOf(dataDir: string) {
  await using database = await readDatabase(dataDir)
  const people = await database.db.selectFrom('applications').select('name').orderBy('id').execute()
  const alerts = await database.db.selectFrom('job_alerts').select('email').orderBy('id').execute()
  const asked = await database.db
    .selectFrom('mails')
    .innerJoin('job_alerts', 'job_alerts.id', 'mails.alert_id')
    .select('email')
    .where('mails.state', '=', 'waiting')
    .execute()
  const files = await readdir(join(dataDir, 'resumes'))
  return {
    people: people.map(({ name }) => name),
    alerts: alerts.map(({ email }) => email),
    asked: asked.map(({ email }) => email),
    files: NAMES.filter((name) => files.includes(keys.get(name) ?? '')),
  }
}

/** A folder with copies of files, where nothing else is found. */
async function alone(...files: string[]): Promise<string[]> {
  count += 1
  const own = join(folder, `alone-${count}`)
  await mkdir(own)
  const copies = files.map((file, index) => [file, join(own, `${index}.tar`)] as const)
  for (const [from, to] of copies) await copyFile(from, to)
  return copies.map(([, to]) => to)
}

const ALL = { people: ['Ana', 'Ben', 'Cyd'], files: ['Ana', 'Ben', 'Cyd'], alerts: [...ALERTS], asked: [...ALERTS] }
const REMAINING = { people: ['Cyd'], files: ['Cyd'], alerts: ['kim@example.com'], asked: ['kim@example.com'] }

test('an earlier backup brings nobody back who was erased before a newer one beside it', async () => {
  const links = []
  for (const email of ALERTS) links.push(await site.subscribe({ email }))
  const ids = []
  for (const name of NAMES) ids.push(await submit(name))
  first = await backUp('first.tar')

  const [ana = 0, ben = 0] = ids
  const token: string = await insertPrivateLink(site.app().db, ana)
  const headers = { [APPLICATION_TOKEN_HEADER]: token, 'content-type': 'application/json' }
  const body = JSON.stringify({ reference: formatReference('APP', ana) })
  expect((await site.app().request(API.eraseApplication, { method: 'POST', headers, body })).status).toBe(204)
  expect((await site.admin().send('DELETE', pathTo(ADMIN_API.adminApplication, ben))).status).toBe(204)
  expect((await site.send((links[0] ?? '').replace(PAGE.jobAlert, PAGE.endJobAlert))).status).toBe(200)
  const max = (await site.list()).alerts.find(({ email }) => email === 'max@example.com')
  expect((await site.admin().send('DELETE', pathTo(ADMIN_API.jobAlert, max?.id ?? 0))).status).toBe(204)
  await site.untilNoTask()
  second = await backUp('second.tar')

  const restored = await restore(first)
  expect(restored).toMatchObject({ code: 0, stderr: '', ...REMAINING })
  expect(restored.stdout).toContain('Removed again, as after the backup: 2 applications and 2 job alerts.\n')
  expect(restored.stdout).toMatch(/Erasures are known until 2\S+Z, from \S+second\.tar\.\n/)
  expect(restored.stdout).toContain('1 job alert must be confirmed again.')
  const { stdout } = await runOperatorCommand('verify', restored.dataDir)
  expect(stdout).toContain('Everything is intact.')

  const server = await runServer({ DATA_DIR: restored.dataDir })
  try {
    expect(await contentOf(restored.dataDir)).toMatchObject({ people: ['Cyd'], files: ['Cyd'] })
  } finally {
    await server.end('SIGTERM')
  }
})

test('what an admin deleted by mistake comes back where that is asked for, and who was erased does not', async () => {
  const restored = await restore(first, '--bring-back-deleted')
  expect(restored).toMatchObject({ code: 0, stderr: '', people: ['Ben', 'Cyd'], files: ['Ben', 'Cyd'] })
  expect(restored.stdout).toContain('Removed again, as after the backup: 1 application and 2 job alerts.\n')
  const server = await runServer({ DATA_DIR: restored.dataDir })
  await server.end('SIGTERM')
  expect(await contentOf(restored.dataDir)).toMatchObject({ people: ['Ben', 'Cyd'], files: ['Ben', 'Cyd'] })
})

test('without a newer ledger everybody is back, and it says until when erasures are known', async () => {
  const [file = ''] = await alone(first)
  const restored = await restore(file)
  expect(restored).toMatchObject({ code: 0, stderr: '', ...ALL })
  expect(restored.stdout).toMatch(/No newer ledger of erasures was found: erasures are known until 2\S+Z, when/)
  expect(restored.stdout).not.toContain('Removed again')
})

test('a newer backup and the ledger of the old data folder are taken where they are named', async () => {
  const mirror = join(site.app().dataDir, 'erasures.jsonl')
  const withoutLineEnd = join(folder, 'without-line-end.jsonl')
  await writeFile(withoutLineEnd, (await readFile(mirror, 'utf8')).trimEnd())
  for (const named of [second, mirror, withoutLineEnd]) {
    const [file = ''] = await alone(first)
    const restored = await restore(file, '--erasures', named)
    expect(restored).toMatchObject({ code: 0, stderr: '', ...REMAINING })
    expect(restored.stdout).toContain(`, from ${named}.`)
    expect(await readFile(join(restored.dataDir, 'erasures.jsonl'), 'utf8')).toHaveLength(
      (await readFile(mirror, 'utf8')).length,
    )
  }
  // Both, one after the other: the half of a ledger in each.
  const lines = (await readFile(mirror, 'utf8')).split('\n')
  const [one, other] = [join(folder, 'one.jsonl'), join(folder, 'other.jsonl')]
  await writeFile(one, `${lines.slice(0, 2).join('\n')}\n`)
  await writeFile(other, `${lines.slice(2).join('\n')}{"hash":`)
  const [file = ''] = await alone(first)
  const restored = await restore('--erasures', one, file, '--erasures', other)
  expect(restored).toMatchObject({ code: 0, ...REMAINING })
  expect(restored.stderr).toBe(`The last line of ${other} is cut off, and was left out.\n`)
})

test('what is no ledger, altered, or of another installation is refused where it is named, and passed over elsewhere', async () => {
  const [file = '', altered = ''] = await alone(first, second)
  const content = await readFile(altered)
  content[content.indexOf('"kind":"application_erased"') + 9] = 0x62
  await writeFile(altered, content)
  const malformed = join(folder, 'malformed.jsonl')
  const empty = join(folder, 'empty.jsonl')
  await writeFile(empty, '')
  const dated = join(folder, 'dated.jsonl')
  await writeFile(
    dated,
    `{"hash":"${'a'.repeat(64)}","kind":"application_erased","erased_at":"9999-99-99T99:99:99.999Z"}\n`,
  )
  await writeFile(malformed, `${(await readFile(join(site.app().dataDir, 'erasures.jsonl'), 'utf8')).trim()}\n{}\n`)
  for (const [named, reason] of [
    [altered, `The ledger of erasures in ${altered} is not as it was written.`],
    [malformed, `${malformed}, line 5, is no entry of a ledger of erasures.`],
    [empty, `${empty} has no entry.`],
    [dated, `${dated}, line 1, is no entry`],
    [join(folder, 'absent'), 'cannot be read'],
  ] as const) {
    const refused = await restore(file, '--erasures', named)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(reason)])
    expect(await readdir(join(refused.dataDir, '..'))).toEqual([])
  }
  await writeFile(join(file, '../picture.png'), Buffer.alloc(5_000, 0xe1))
  await writeFile(join(file, '../empty'), '')
  const restored = await restore(file)
  expect(restored).toMatchObject({ code: 0, ...ALL })
  expect(restored.stderr).toContain(`${altered} was passed over: The ledger of erasures`)
  expect(restored.stderr.trim().split('\n')).toHaveLength(1)
  expect((await restore(file, '--erasures')).stderr).toContain('--erasures FILE')
})

test('the ledger of another installation matches nothing, and its backups are passed over', async () => {
  const [file = ''] = await alone(first)
  const foreign = join(folder, 'foreign.jsonl')
  const entry = { hash: 'a'.repeat(64), kind: 'application_erased', erased_at: '2026-03-02T08:00:00.000Z' }
  await writeFile(foreign, `${JSON.stringify(entry)}\n`)
  const restored = await restore(file, '--erasures', foreign)
  expect(restored).toMatchObject({ code: 0, stderr: '', ...ALL })
  expect(restored.stdout).toContain('make sure that they are of this installation')
  const later = await backUp('later.tar')
  const [newest = ''] = await alone(later)
  const refused = await restore(newest, '--erasures', foreign)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('lacks entries that the backup has')])

  const [own = '', other = ''] = await alone(first, second)
  const BACKUP_SEAL_KEY = 'b'.repeat(64)
  const dataDir = join(folder, 'of-others')
  const rebuilt = { DATA_DIR: dataDir, BACKUP_SEAL_KEY_FILE: join(site.app().dataDir, 'backup-seal.key') }
  expect(await runOperatorCommand('restore', rebuilt, second)).toMatchObject({ code: 0 })
  await rm(join(dataDir, 'backup-seal.key'))
  await rm(other)
  expect(await runOperatorCommand('backup', { DATA_DIR: dataDir, BACKUP_SEAL_KEY }, other)).toMatchObject({ code: 0 })
  expect(await restore(own)).toMatchObject({ code: 0, stderr: '', ...ALL })
  expect((await restore(own, '--erasures', other)).stderr).toContain('bears the seal of another installation')
})

test('the ledger is the first file after the manifest', async () => {
  const names: string[] = []
  await list({ file: second, onReadEntry: ({ path }) => names.push(path) })
  expect(names.slice(0, 3)).toEqual(['manifest.json', 'erasures.jsonl', 'wellhead.sqlite'])
})

test('verify finds what the ledger says is gone, and where the ledger and its mirror differ', async () => {
  const { dataDir } = await restore(second)
  const mirror = join(dataDir, 'erasures.jsonl')
  const whole = await readFile(mirror, 'utf8')
  const verify = async () => {
    const { code, stdout, stderr } = await runOperatorCommand('verify', dataDir)
    return { code, stdout, faults: stderr.split('\n').slice(0, -1) }
  }
  expect(await verify()).toMatchObject({
    code: 0,
    faults: [],
    stdout: expect.stringContaining('The ledger of erasures has 4 entries.\n'),
  })
  await rm(mirror)
  expect(await verify()).toMatchObject({
    code: 1,
    faults: ['erasures.jsonl lacks 4 entries of the database. The server adds them at its next start.'],
  })
  const other = JSON.stringify({
    hash: 'a'.repeat(64),
    kind: 'application_erased',
    erased_at: '2026-03-02T08:00:00.000Z',
  })
  await writeFile(mirror, `${whole}${other}\n{}\n`)
  expect((await verify()).faults).toEqual([
    expect.stringMatching(/^The database lacks 1 entry of erasures.jsonl\. The server takes them/),
    'erasures.jsonl has damaged lines (6). The server writes it anew at its next start.',
  ])
  await writeFile(mirror, whole)
  const earlier = (await restore((await alone(first))[0] ?? '')).dataDir
  await using back = await readDatabase(earlier)
  const rows = await back.db.selectFrom('applications').selectAll().where('name', '!=', 'Cyd').execute()
  await using database = await changeDatabase(dataDir)
  await database.db.insertInto('applications').values(rows).execute()
  expect((await verify()).faults).toEqual([
    '2 applications and 0 job alerts stand that were erased or deleted before. A running server removes them within six hours.',
  ])
})

test('a data folder whose database was put back by hand replays its ledger at the start, also after a kill', async () => {
  const { dataDir } = await restore(second)
  const earlier = (await restore((await alone(first))[0] ?? '')).dataDir
  await copyFile(join(earlier, 'wellhead.sqlite'), join(dataDir, 'wellhead.sqlite'))
  for (const name of await readdir(join(earlier, 'resumes')))
    await copyFile(join(earlier, 'resumes', name), join(dataDir, 'resumes', name))
  expect(await contentOf(dataDir)).toMatchObject({ people: ALL.people, files: ALL.files })
  const killed = await runServer({ DATA_DIR: dataDir })
  await killed.end('SIGKILL')
  const server = await runServer({ DATA_DIR: dataDir })
  try {
    await vi.waitFor(async () => expect((await contentOf(dataDir)).files).toEqual(['Cyd']), { timeout: 20_000 })
    expect(await contentOf(dataDir)).toMatchObject({ people: ['Cyd'], alerts: ['kim@example.com'] })
    expect(killed.written()).toContain('removed again, after a restore: 2 applications and 2 job alerts')
  } finally {
    await server.end('SIGTERM')
  }
})
