import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { runOperatorCommand, runOperatorProgram } from '../run-operator-command.ts'
import { runServer, type ServerProcess } from '../run-server.ts'

let dataDir: string
let server: ServerProcess
let log = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-admin-'))
  server = await runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'trace' })
  for (const stream of [server.process.stdout, server.process.stderr]) {
    stream?.on('data', (chunk) => {
      log += chunk
    })
  }
})
afterAll(async () => {
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

const admin = (...args: string[]) => runOperatorCommand('admin', dataDir, ...args)
const passwordIn = (stdout: string) => stdout.trim().split('\n').at(-1) ?? ''
const login = async (username: string, password: string) => {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { token } = (await response.json()) as { token?: string }
  return { status: response.status, headers: { authorization: `Bearer ${token}` } }
}
const me = async (headers: Record<string, string>) => (await fetch(`${server.url}/api/auth/me`, { headers })).status

test('an operator creates, resets, lists and removes accounts while the server runs', async () => {
  const created = await runOperatorProgram('admin', dataDir, 'create', 'ana')
  expect(created.code, created.stderr).toBe(0)
  const first = passwordIn(created.stdout)
  expect(first).toMatch(/^[\w-]{24}$/)
  const setup = await fetch(`${server.url}/api/auth/setup-admin`, { method: 'POST' })
  expect(setup.status, 'creating an account closes the setup').toBe(403)

  const signedIn = await login('ana', first)
  expect([signedIn.status, await me(signedIn.headers)]).toEqual([200, 200])
  for (let guess = 0; guess < 10; guess += 1) await login('ana', 'not the one')
  expect((await login('ana', first)).status).toBe(429)

  const reset = await admin('reset', 'ana')
  expect(reset.code, reset.stderr).toBe(0)
  const second = passwordIn(reset.stdout)
  expect(second).not.toBe(first)
  expect(await me(signedIn.headers), 'a reset ends every session').toBe(401)
  expect((await login('ana', first)).status).toBe(401)
  const again = await login('ana', second)
  expect(again.status, 'a reset also ends the waiting').toBe(200)

  expect(await admin('remove', 'ana')).toMatchObject({ code: 1, stderr: expect.stringContaining('last owner') })
  expect((await admin('create', 'Ben Ö')).code).toBe(0)
  expect((await admin('list')).stdout).toMatch(
    /^ana {2}\(since .+, owner, second factor: none\)\nBen Ö {2}\(since .+, owner, second factor: none\)\n$/,
  )
  expect((await admin('email', 'ana', 'ana@example.com')).stdout).toContain('goes to ana@example.com')
  expect((await admin('list')).stdout).toMatch(
    /^ana {2}\(since .+, owner, second factor: none, digest to ana@example\.com\)$/m,
  )
  expect((await admin('name', 'ana', 'Ana Ruiz')).stdout).toContain('ana signs as Ana Ruiz.')
  expect((await admin('list')).stdout).toMatch(
    /^ana {2}\(since .+, owner, second factor: none, signs as Ana Ruiz, digest to ana@example\.com\)$/m,
  )
  expect((await admin('name', 'ana')).stdout).toContain('The company signs the messages of ana.')
  expect((await admin('email', 'ana')).stdout).toContain('no digest')
  expect((await admin('remove', 'ana')).code).toBe(0)
  expect(await me(again.headers), 'removing an account ends its sessions').toBe(401)

  const written = (await Promise.all((await readdir(dataDir)).filter((name) => /sqlite/.test(name)).map(read))).join('')
  for (const secret of [first, second]) {
    expect(log.includes(secret), 'in the log').toBe(false)
    expect(written.includes(secret), 'in the database').toBe(false)
  }
  console.log(
    'admin command: created, reset, listed and removed beside a running server; 2 passwords in no log or file',
  )
})

test('an operator gives roles, and lets a deactivated owner in again', async () => {
  const password = passwordIn((await admin('create', 'Cleo', 'recruiter')).stdout)
  const cleo = await login('Cleo', password)
  const people = async () => (await fetch(`${server.url}/api/admin/people`, { headers: cleo.headers })).status
  expect([cleo.status, await people()]).toEqual([200, 403])
  expect((await admin('role', 'Cleo', 'owner')).stdout).toBe('Cleo has the role owner from the next request on.\n')
  expect(await people()).toBe(200)
  const { id } = (await (await fetch(`${server.url}/api/auth/me`, { headers: cleo.headers })).json()) as { id: number }
  const path = `${server.url}/api/admin/people/${id}/deactivate`
  expect((await fetch(path, { method: 'POST', headers: cleo.headers })).status).toBe(200)
  expect([await people(), (await login('Cleo', password)).status]).toEqual([401, 401])
  expect((await admin('list')).stdout).toMatch(
    /^Cleo {2}\(since .+, owner, second factor: none, deactivated \d{4}-.+Z\)$/m,
  )
  const last = { code: 1, stderr: expect.stringContaining('This is the last owner who can sign in.') }
  expect(await admin('role', 'Ben Ö', 'recruiter')).toMatchObject(last)
  expect(await admin('remove', 'Ben Ö')).toMatchObject(last)
  expect((await admin('activate', 'Cleo')).stdout).toContain('Cleo can sign in')
  expect((await login('Cleo', password)).status).toBe(200)
  expect((await admin('role', 'Cleo', 'hiring_manager')).code).toBe(0)
  expect((await admin('remove', 'Cleo')).code).toBe(0)
})

test('the list says with what else than a password each account proves itself', async () => {
  await admin('create', 'Dora')
  await setUpApp('Dora')
  expect((await admin('list')).stdout).toMatch(/^Dora {2}\(since .+, owner, second factor: app\)$/m)
})

async function setUpApp(username: string): Promise<void> {
  await using database = await changeDatabase(dataDir)
  const { db } = database
  const { id } = await db.selectFrom('accounts').select('id').where('username', '=', username).executeTakeFirstOrThrow()
  const now = new Date().toISOString()
  const app = { account_id: id, sealed_secret: 'sealed', last_step: null, created_at: now, confirmed_at: now }
  await db.insertInto('totp_secrets').values(app).execute()
}

const read = (name: string) => readFile(join(dataDir, name), 'latin1')

test('the command says how it is typed, and what it will not do', async () => {
  const mistyped = [[], ['create'], ['destroy', 'ana'], ['create', '--force']]
  const usages = mistyped.map(async (args) => ({ args, ...(await admin(...args)) }))
  for (const { args, code, stdout, stderr } of await Promise.all(usages)) {
    expect([code, stdout], args.join(' ')).toEqual([1, ''])
    expect(stderr).toContain('npm run admin -- create NAME')
  }
  const { stderr: help } = await admin('destroy', 'ana')
  expect(help).toMatch(/^reset NAME +gives a new password, and ends every session$/m)
  expect(help).toContain('ROLE is one of owner, recruiter, hiring_manager.')
  await admin('create', 'taken')
  const refusals: Array<[string[], string]> = [
    [['create', 'taken'], 'There is an account taken already.'],
    [['create', 'Taken'], 'There is an account taken, which looks like Taken.'],
    [['create', 't\u0430ken'], 'Use Latin letters, digits, spaces and . _ - @ only'],
    [['create', '\u3164'], 'Username is required'],
    [['create', ' spaced '], 'The name cannot be taken'],
    [['create', 'x'.repeat(51)], 'Must be at most 50 characters'],
    [['reset', 'nobody'], 'There is no account nobody.'],
    [['email', 'taken', 'no address'], 'no address is not an email address.'],
    [['email', 'nobody', 'a@example.com'], 'There is no account nobody.'],
    [['remove', 'nobody'], 'There is no account nobody.'],
    [['role', 'nobody', 'owner'], 'There is no account nobody.'],
    [['activate', 'nobody'], 'There is no account nobody.'],
    [['role', 'taken', 'king'], 'There is no role king. The roles are owner, recruiter, hiring_manager.'],
    [['create', 'new', 'king'], 'There is no role king.'],
  ]
  const outcomes = refusals.map(async ([args, reason]) => ({ args, reason, ...(await admin(...args)) }))
  for (const { args, reason, code, stdout, stderr } of await Promise.all(outcomes)) {
    expect([code, stdout], args.join(' ')).toEqual([1, ''])
    expect(stderr).toContain(reason)
    expect(stderr, 'no stack and no help').not.toMatch(/ {4}at |NAME is/)
  }
  const elsewhere = await runOperatorCommand('admin', join(dataDir, 'resumes'), 'list')
  expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no database') })
})
