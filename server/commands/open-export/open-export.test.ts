import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SEEDED_TOKEN, seedInstallation } from '../../../test/postgres/seed-installation.ts'
import { runOperatorCommand } from '../../../test/run-operator-command.ts'
import { startInProcess } from '../../../test/start-in-process.ts'
import { EXPORTED_TABLES } from './exported-tables.ts'

/** Tables that an import changes once their checksums were compared: what it ends or holds back, and its entries. */
const CHANGED = ['mails', 'job_alerts', 'audit_trail', 'colleague_questions']

let folder: string
let source: string
let exported: string
let withFile: number
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-export-'))
  source = join(folder, 'data')
  await mkdir(source)
  withFile = await seedInstallation(source)
  exported = join(folder, 'export')
  expect(await runOperatorCommand('export', source, exported)).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /^Wrote .*export: 1100 applications, 7 postings, 2 files\.\nIt holds personal data\./,
    ),
    stderr: '',
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))
let target: string
beforeEach(() => {
  count += 1
  target = join(folder, `target-${count}`)
})

const sumsOf = async (path: string) => (await readFile(join(path, 'SHA256SUMS'), 'utf8')).trim().split('\n')

/** A copy of the export in which a file has another content. */
async function altered(path: string, alter: (text: string) => string): Promise<string> {
  const copy = join(folder, `altered-${count}`)
  await cp(exported, copy, { recursive: true })
  await writeFile(join(copy, path), alter(await readFile(join(copy, path), 'utf8')))
  return copy
}

async function expectNothing(result: { code: unknown; stdout: string; stderr: string }, fault: string): Promise<void> {
  expect([result.code, result.stdout]).toEqual([1, ''])
  expect(result.stderr).toContain(fault)
  const left = await readdir(target, { recursive: true }).catch(() => [])
  expect(left.filter((name) => name.includes('wellhead.sqlite'))).toEqual([])
}

test('an export is checked by a common tool, and says what is where', async () => {
  await promisify(execFile)('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: exported })
  const sums = await sumsOf(exported)
  const files = (await readdir(exported, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files).toHaveLength(sums.length + 1)
  const readme = await readFile(join(exported, 'README.md'), 'utf8')
  for (const { name } of EXPORTED_TABLES) expect(readme).toContain(`data/${name}.jsonl`)
  const [first] = (await readFile(join(exported, 'data/applications.jsonl'), 'utf8')).split('\n')
  expect(JSON.parse(first ?? '')).toMatchObject({ id: 1, question_answers: expect.any(Array) })
  const resumes = await readFile(join(exported, 'data/resumes.jsonl'), 'utf8')
  const resume = JSON.parse(resumes.split('\n').find((line) => line.includes(`"application_id":${withFile},`)) ?? '')
  const file = await readFile(join(exported, resume.file))
  expect(file).toHaveLength(resume.size)
})

test('every column that stores JSON is exported as what it says', async () => {
  for (const { name, json } of EXPORTED_TABLES) {
    const lines = (await readFile(join(exported, `data/${name}.jsonl`), 'utf8')).trim().split('\n')
    for (const [column, value] of lines.flatMap((line) => Object.entries(JSON.parse(line)))) {
      const place = `${name}.${column}`
      if (json.includes(column)) expect(['object', 'string', 'number'], place).toContain(typeof value)
      else expect(String(value), place).not.toMatch(/^(\[.*\]|\{.*\})$/s)
    }
  }
})

test('no secret of the installation is in an export', async () => {
  const sqlite = new SqliteDatabase(join(source, 'wellhead.sqlite'), { readonly: true })
  const secrets = [
    ['accounts', 'password_hash'],
    ['sessions', 'token_hash'],
    ['application_links', 'token_hash'],
    ['colleague_questions', 'token_hash'],
    ['totp_secrets', 'sealed_secret'],
    ['recovery_codes', 'code_hash'],
    ['installation', 'secret'],
  ].map(([table, column]) => String(sqlite.prepare(`select ${column} from ${table} limit 1`).pluck().get()))
  sqlite.close()
  for (const name of await readdir(join(exported, 'data'))) {
    const text = await readFile(join(exported, 'data', name), 'utf8')
    for (const secret of secrets) if (secret.length > 8) expect(text, name).not.toContain(secret)
  }
})

test('an import reads back the same rows, ids and files, and a server serves them', async () => {
  const result = await runOperatorCommand('import', target, exported)
  expect(result).toMatchObject({ code: 0, stderr: '' })
  expect(result.stdout).toContain('Every row and file is as in the export: their checksums agree.')
  expect(result.stdout).toContain('Nobody can sign in yet. Give an owner a password: npm run admin -- reset USERNAME')
  const again = join(folder, 'again')
  expect((await runOperatorCommand('export', target, again)).code).toBe(0)
  const unchanged = (sum: string) =>
    /data|files/.test(sum) && !CHANGED.some((name) => sum.endsWith(`data/${name}.jsonl`))
  expect((await sumsOf(again)).filter(unchanged)).toEqual((await sumsOf(exported)).filter(unchanged))

  const reset = await runOperatorCommand('admin', target, 'reset', 'ana')
  const password = reset.stdout.trim().split('\n').at(-1)
  const server = await startInProcess({ DATA_DIR: target })
  try {
    expect(server.setupUrl).toBeNull()
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ana', password }),
    })
    const { token } = (await login.json()) as { token: string }
    const read = (bearer: string) =>
      fetch(`${server.url}/api/applications/${withFile}/resume`, { headers: { authorization: `Bearer ${bearer}` } })
    expect((await read(SEEDED_TOKEN)).status).toBe(401)
    const response = await read(token)
    const [key = ''] = await readdir(join(source, 'resumes'))
    expect(Buffer.from(await response.arrayBuffer())).toEqual(await readFile(join(source, 'resumes', key)))
  } finally {
    await server.stop()
  }
  expect((await runOperatorCommand('import', target, exported)).stderr).toContain('There is an installation in')
})

test('no id that was given before the export is given again', async () => {
  expect((await runOperatorCommand('import', target, exported)).code).toBe(0)
  const lastIdIn = (dataDir: string) => {
    const sqlite = new SqliteDatabase(join(dataDir, 'wellhead.sqlite'), { readonly: true })
    const id = sqlite.prepare(`select seq from sqlite_sequence where name = 'applications'`).pluck().get()
    sqlite.close()
    return id
  }
  expect(lastIdIn(target)).toBe(lastIdIn(source))
})

test.each([
  ['data/tags.jsonl', 'is not as it was exported'],
  ['SHA256SUMS', 'is damaged'],
  ['export.json', 'is damaged, or of a newer version'],
])('an export in which %s was altered is refused, and nothing is left', async (path, fault) => {
  const copy = await altered(path, (text) => `x${text}`)
  await expectNothing(await runOperatorCommand('import', target, copy), fault)
})

test('an export that names a file outside of it, or of other columns, or that is no export, is refused', async () => {
  const outside = await altered('SHA256SUMS', (text) => text.replace('data/tags.jsonl', '../tags.jsonl'))
  await expectNothing(await runOperatorCommand('import', target, outside), 'SHA256SUMS is damaged')
  await rm(outside, { recursive: true })
  const other = await altered('export.json', (text) => text.replace(/"schema": ".*"/, '"schema": "0001"'))
  await expectNothing(await runOperatorCommand('import', target, other), 'which stores other columns than this version')
  await expectNothing(await runOperatorCommand('import', target, folder), 'is no export of Wellhead')
})

test('a resume that no store has whole is named, and does not stop an export or its import', async () => {
  const damaged = join(folder, 'damaged')
  await cp(source, damaged, { recursive: true })
  const [key = ''] = await readdir(join(damaged, 'resumes'))
  await writeFile(join(damaged, 'resumes', key), 'other')
  const incomplete = join(folder, 'incomplete')
  const result = await runOperatorCommand('export', damaged, incomplete)
  expect(result.code).toBe(2)
  expect(result.stderr).toContain(`of application ${withFile}\n`)
  expect(await readFile(join(incomplete, 'data/resumes.jsonl'), 'utf8')).toContain('"file":null')
  expect((await runOperatorCommand('import', target, incomplete)).code).toBe(0)
})

test('an export never replaces anything, and is not written into the data folder', async () => {
  expect((await runOperatorCommand('export', source, exported)).stderr).toContain('Name a new folder for the export.')
  const inside = await runOperatorCommand('export', source, join(source, 'export'))
  expect(inside.stderr).toContain('is inside the data folder')
})
