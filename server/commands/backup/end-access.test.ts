import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COLLEAGUE_API, COLLEAGUE_TOKEN_HEADER } from '../../../contract/team/colleague-paths.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, APPLICATION_TOKEN_HEADER, PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import { adminClient } from '../../../test/admin-client.ts'
import { apply, insertApplicant } from '../../../test/factories.ts'
import { insertPasswordReset, readReset } from '../../../test/password-reset-kit.ts'
import { invite, readOffer } from '../../../test/people-kit.ts'
import { runOperatorCommand } from '../../../test/run-operator-command.ts'
import { runServer } from '../../../test/run-server.ts'
import { startMailedApp } from '../../../test/smtp/mailed-app.ts'
import type { SmtpServer } from '../../../test/smtp/smtp-kit.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { readDatabase } from '../../platform/database/sqlite/open-database.ts'

const POLLING = { timeout: 20_000, interval: 25 }

let smtp: SmtpServer
let app: TestApp
beforeEach(async () => {
  ;({ app, smtp } = await startMailedApp())
})
afterEach(() => app.stop())

const form = (url: string, fields: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
const textTo = (address: string) =>
  smtp.received.filter(({ envelopeTo }) => envelopeTo.includes(address)).map(({ mail }) => mail.text ?? '')
/** What the link in the latest mail to an address ends with. */
const linkTo = (address: string) =>
  /\?token=[\w-]{43}/.exec(textTo(address).at(-1) ?? '')?.[0] ?? expect.fail('no link')
/** Subscribes an address, and confirms that by the link in its mail. @returns the query of the link */
async function subscribe(email: string): Promise<string> {
  await form(app.url + PAGE.jobAlerts, { email })
  await vi.waitFor(() => expect(textTo(email)).toHaveLength(1), POLLING)
  const query = linkTo(email)
  expect((await form(app.url + PAGE.jobAlert + query)).status).toBe(303)
  return query
}

test('what was ended after a backup stays ended when it is restored, and who wants job alerts is asked anew', async () => {
  const admin = adminClient(app, await app.signIn())
  const id = await apply(app)
  await smtp.untilReceived(1)
  const token = /#([\w-]{43})\s/.exec(textTo('ana@example.com')[0] ?? '')?.[1] ?? expect.fail('no link')
  const feed = new URL((await admin.request<{ url: string }>('POST', ADMIN_API.calendarFeed)).body.url).pathname
  const other = await insertApplicant(app.db)
  const asking = { email: 'lena@example.com', question: 'Would you talk to her?', byMail: false }
  const asked = await admin.request<{ url: string }>('POST', pathTo(ADMIN_API.colleagueQuestions, other), asking)
  const question = { [COLLEAGUE_TOKEN_HEADER]: asked.body.url.split('#')[1] ?? '' }
  const opening = {
    method: 'POST',
    headers: { ...question, 'content-type': 'application/json' },
    body: '{"code":null}',
  }
  expect((await app.request(COLLEAGUE_API.openAskedQuestion, opening)).status).toBe(200)
  const invited = await invite(admin)
  const resetToken = await insertPasswordReset(app.db, 1)
  const used = { account_id: 1, code_hash: 'used after the backup', used_at: null }
  await app.db.insertInto('recovery_codes').values(used).execute()
  const identity = { account_id: 1, issuer: 'https://id.example.com', subject: 'ana', email: null }
  await app.db
    .insertInto('linked_identities')
    .values({ ...identity, created_at: 'x', last_used_at: null })
    .execute()
  const ending = await subscribe('ben@example.com')
  await subscribe('cleo@example.com')

  const [backup, restored] = [join(app.dataDir, '..', `${basename(app.dataDir)}.tar`), `${app.dataDir}-restored`]
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => rm(backup, { force: true }))
  cleanUp.defer(() => rm(restored, { recursive: true, force: true }))
  expect(await runOperatorCommand('backup', app.dataDir, backup)).toMatchObject({ code: 0, stderr: '' })

  const headers = { [APPLICATION_TOKEN_HEADER]: token, 'content-type': 'application/json' }
  const body = JSON.stringify({ reference: formatReference('APP', id) })
  expect((await app.request(API.eraseApplication, { method: 'POST', headers, body })).status).toBe(204)
  await admin.send('DELETE', ADMIN_API.calendarFeed)
  await form(app.url + PAGE.endJobAlert + ending)

  const settings = { DATA_DIR: restored, BACKUP_SEAL_KEY_FILE: join(app.dataDir, 'backup-seal.key') }
  const { code, stdout } = await runOperatorCommand('restore', settings, backup)
  expect(stdout).toContain(
    'Passwords, 1 company account, 0 passkeys and 0 authenticator apps open their accounts as of 20',
  )
  expect([code, stdout.split('\n').slice(-7)]).toEqual([
    0,
    [
      '1 private link of applicants ended. They can have new ones sent to them.',
      '1 link of colleagues ended. Whoever asked them sends a new one.',
      '1 calendar address of admins ended. They make new ones under Interviews.',
      '1 invitation of people ended. An owner can invite them anew.',
      '1 recovery code ended. Each person makes new ones in the own account.',
      '2 job alerts must be confirmed again. The server asks each address once, by mail.',
      '',
    ],
  ])

  smtp.received.length = 0
  const { host, port } = smtp.settings()
  const mail = { SMTP_URL: `smtp://${host}:${port}`, MAIL_FROM: 'careers@example.com' }
  const server = await runServer({ DATA_DIR: restored, ...mail })
  cleanUp.defer(() => server.end('SIGKILL').then(() => undefined))
  const own = await fetch(server.url + API.myApplication, { headers: { [APPLICATION_TOKEN_HEADER]: token } })
  expect([own.status, await own.json()]).toMatchObject([
    404,
    { message: expect.stringContaining('new one sent to you') },
  ])
  expect((await app.request(COLLEAGUE_API.askedQuestion, { headers: question })).status).toBe(200)
  expect((await fetch(server.url + COLLEAGUE_API.askedQuestion, { headers: question })).status).toBe(404)
  expect((await fetch(server.url + feed)).status).toBe(404)
  const restoredSite = { request: (path: string, init?: RequestInit) => fetch(server.url + path, init) }
  expect([await readOffer(app, invited.token), await readOffer(restoredSite, invited.token)]).toMatchObject([
    ...[{ status: 200 }, { status: 404 }],
  ])
  expect([await readReset(app, resetToken), await readReset(restoredSite, resetToken)]).toMatchObject([
    ...[{ status: 200 }, { status: 404 }],
  ])
  await smtp.untilReceived(2)
  expect(smtp.received.map(({ envelopeTo, mail }) => `${envelopeTo[0]} ${mail.subject}`).sort()).toEqual([
    expect.stringMatching(/^ben@example\.com Confirm your job alert at /),
    expect.stringMatching(/^cleo@example\.com Confirm your job alert at /),
  ])
  expect((await form(server.url + PAGE.jobAlert + linkTo('cleo@example.com'))).status).toBe(303)
  await using opened = await readDatabase(restored)
  for (const table of ['recovery_codes', 'colleague_devices'] as const)
    expect(await opened.db.selectFrom(table).selectAll().execute()).toEqual([])
  const entry = opened.db.selectFrom('audit_trail').select(['account_id', 'subject_id', 'action']).orderBy('id', 'desc')
  const restores = entry.where('action', '=', 'backup_restored')
  expect(await restores.execute()).toEqual([{ account_id: null, subject_id: 0, action: 'backup_restored' }])
  const confirmed = opened.db.selectFrom('job_alerts').select('email').where('confirmed_at', 'is not', null)
  expect(await confirmed.execute()).toEqual([{ email: 'cleo@example.com' }])
})
