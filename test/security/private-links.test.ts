import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { API, APPLICATION_TOKEN_HEADER, PAGE } from '../../contract/wire/paths.ts'
import { applicationForm, apply, fixture, form } from '../factories.ts'
import { freePort } from '../free-port.ts'
import { replaceOnce } from '../private-link.ts'
import { runServer } from '../run-server.ts'
import { startSmtpServer } from '../smtp/smtp-kit.ts'
import { startTestApp } from '../test-app.ts'

const GUESSES = 10_000
const AT_ONCE = 50

/** Every request that takes a token, as a program would send it. */
function requestsWith(token: string): [string, RequestInit][] {
  const headers = { [APPLICATION_TOKEN_HEADER]: token }
  const json = (body: object): RequestInit => ({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const file = { name: 'cv.pdf', content: fixture('program.exe') }
  return [
    [API.myApplication, { headers }],
    [API.myApplicationNote, json({ note: 'I moved to Odessa.' })],
    [API.withdrawApplication, json({})],
    [API.eraseApplication, json({ reference: 'APP-9999' })],
    [API.myApplicationResume, { method: 'POST', headers, body: form({}, file) }],
  ]
}

test(`${GUESSES} guessed tokens all get one and the same response, and change nothing`, async () => {
  const app = await startTestApp()
  onTestFinished(() => app.stop())
  const token = await replaceOnce(app, await apply(app))
  // Differs from the valid token in one character.
  const near = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  const answers = new Map<string, Set<string>>()
  const guess = async (guessed: string) => {
    for (const [path, init] of requestsWith(guessed).slice(0, guessed === near ? undefined : 1)) {
      const response = await app.request(path, init)
      const headers = [...response.headers].filter(([name]) => name !== 'date')
      const answer = JSON.stringify([response.status, headers, await response.text()])
      answers.set(path, (answers.get(path) ?? new Set()).add(answer))
    }
  }
  for (let count = 0; count < GUESSES; count += AT_ONCE) {
    const guesses = Array.from({ length: AT_ONCE }, () => randomBytes(32).toString('base64url'))
    await Promise.all(guesses.map(guess))
  }
  await Promise.all([near, near].map(guess))
  expect([...answers].map(([path, all]) => [path, all.size])).toEqual(requestsWith('').map(([path]) => [path, 1]))
  const bodies = [...answers.values()].flatMap((all) => [...all]).map((answer) => JSON.parse(answer)[2])
  expect(new Set(bodies).size, 'of all requests').toBe(1)
  const read = await app.request(API.myApplication, { headers: { [APPLICATION_TOKEN_HEADER]: token } })
  expect(await read.json()).toMatchObject({ withdrawnAt: null, resume: { fileName: 'resume.docx' } })
})

test('a token that is used is in no log, metric, page, event or file of the program', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-token-'))
  const smtp = await startSmtpServer()
  const metrics = `127.0.0.1:${await freePort()}`
  const server = await runServer({
    ...{ DATA_DIR: dataDir, LOG_LEVEL: 'trace', METRICS_ADDRESS: metrics },
    ...{ SMTP_URL: smtp.url, MAIL_FROM: 'careers@example.com', SUBMISSIONS_PER_HOUR: '0' },
  })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await smtp.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await fetch(`${server.url}${API.submitApplication}`, { method: 'POST', body: applicationForm() })
  await smtp.untilReceived(1)
  const token = /\/my-application#([\w-]{43})/.exec(smtp.received[0]?.mail.text ?? '')?.[1] ?? expect.fail('no link')

  const statuses: number[] = []
  const answers: string[] = []
  const use = async () => {
    for (const [path, init] of requestsWith(token)) {
      const response = await fetch(server.url + path, init)
      statuses.push(response.status)
      answers.push(JSON.stringify([...response.headers]), await response.text())
    }
  }
  const headers = { [APPLICATION_TOKEN_HEADER]: token }
  answers.push(await (await fetch(`${server.url}${PAGE.myApplication}`, { headers })).text())
  // A mistaken client that puts it into the body, the query or the path.
  for (const [path, init] of [
    [API.myApplicationNote, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{' }],
    [`${API.myApplication}?token=${token}`, { headers }],
    [`${PAGE.myApplication}/${token}`, { headers }],
  ] as [string, RequestInit][])
    await (await fetch(server.url + path, init)).arrayBuffer()
  await use()
  // A fault of the server while it is used.
  const sqlite = new SqliteDatabase(join(dataDir, 'wellhead.sqlite'))
  sqlite.exec('alter table application_links rename to links_away')
  await use()
  sqlite.exec('alter table links_away rename to application_links')
  const events = JSON.stringify(sqlite.prepare('select * from audit_trail').all())
  sqlite.close()
  answers.push(await (await fetch(`http://${metrics}/metrics`)).text())

  expect(statuses).toEqual([200, 204, 204, 400, 415, 500, 500, 500, 500, 500])
  await server.end('SIGTERM')
  expect(server.written()).toContain('no such table: application_links')
  for (const text of [server.written(), events, ...answers]) expect(text).not.toContain(token)
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toContain('wellhead.sqlite')
  for (const entry of files) {
    const content = await readFile(join(entry.parentPath, entry.name))
    expect(content.includes(token), entry.name).toBe(false)
  }
})
