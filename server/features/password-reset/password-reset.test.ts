import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { endOtherWays, UNASKED_PROVIDER } from '../../../test/oidc/only-company-accounts.ts'
import { askForReset, readReset, resetBy, resetTokenIn } from '../../../test/password-reset-kit.ts'
import { CHOSEN } from '../../../test/people-kit.ts'
import { startMailedApp } from '../../../test/smtp/mailed-app.ts'
import type { SmtpServer } from '../../../test/smtp/smtp-kit.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../test/test-app.ts'
import { insertAccount } from '../accounts/account-queries.ts'
import { hashSecret } from '../accounts/session-queries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.parse('2026-03-02T09:00:00Z')
const ADDRESS = 'ana@example.com'

let app: TestApp
let smtp: SmtpServer
let owner: AdminClient
beforeEach(async () => {
  ;({ app, smtp } = await startMailedApp({ publicUrl: 'https://careers.example.com', oidc: UNASKED_PROVIDER }))
  app.setNow(new Date(START))
  owner = adminClient(app, await app.signIn())
  await app.db.updateTable('accounts').set({ email: ADDRESS }).execute()
})
afterEach(() => app.stop())

const login = (password: string, username = TEST_ADMIN.username) =>
  app.request(API.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
const mails = () => app.db.selectFrom('mails').select(['kind', 'account_id', 'state']).orderBy('id').execute()
const entries = async () => {
  const rows = app.db.selectFrom('audit_trail').select(['account_id as by', 'subject_id as of', 'action'])
  return rows.where('subject', '=', 'account').orderBy('id').execute()
}
/** Waits until no task is left. */
const untilDone = () =>
  vi.waitFor(async () => {
    app.wakeOutbox()
    expect(await app.db.selectFrom('outbox_tasks').select('id').execute()).toEqual([])
  })
/** Asks, and waits for what follows. @returns the tokens of the mails that came, oldest first */
const ask = async (name = TEST_ADMIN.username) => {
  const before = smtp.received.length
  expect((await askForReset(app, name)).status).toBe(202)
  await untilDone()
  return smtp.received.slice(before).map(({ mail }) => resetTokenIn(mail.text))
}
/** Asks, and waits until the mail server has put the mail off. */
const askInVain = async () => {
  smtp.plan({ name: 'refuse', at: 'content', code: 451, text: 'Try later' })
  await askForReset(app, TEST_ADMIN.username)
  await vi.waitFor(async () => {
    app.wakeOutbox()
    const putOff = app.db.selectFrom('mails').select('attempts').where('state', '=', 'waiting')
    expect(await putOff.execute()).toEqual([{ attempts: 1 }])
  })
}
const goTo = (ms: number) => app.setNow(new Date(START + ms))
const addAccount = (username: string, email: string | null, deactivated_at: string | null = null) =>
  insertAccount(app.db, {
    username,
    email,
    deactivated_at,
    password_hash: 'x',
    created_at: new Date(START).toISOString(),
  })

test('a mail has a link by which a new password is set; every session, the feed and the link end, and nobody is signed in', async () => {
  const feed = new URL((await owner.request<{ url: string }>('POST', ADMIN_API.calendarFeed)).body.url).pathname
  const [token = ''] = await ask()
  const { envelopeTo, mail } = smtp.received[0] ?? expect.fail('no mail')
  expect([envelopeTo, mail.subject]).toEqual([[ADDRESS], expect.stringMatching(/^Choose a new password for /)])
  expect(mail.text).toContain(`https://careers.example.com/admin/reset-password#token=${token}`)
  expect(mail.text).toMatch(/account [^ ]*admin[^ ]* at the hiring site of [\s\S]*for 30 minutes/)
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  const read = await readReset(app, token)
  expect([read.status, read.headers.get('cache-control'), await read.json()]).toEqual([
    ...[200, 'no-store'],
    { username: TEST_ADMIN.username, expiresAt: new Date(START + 30 * MINUTE).toISOString() },
  ])

  const reset = await resetBy(app, token)
  expect([reset.status, await reset.text(), reset.headers.get('set-cookie')]).toEqual([204, '', null])
  expect(await app.db.selectFrom('sessions').select('id').execute()).toEqual([])
  expect((await app.request(feed)).status).toBe(404)
  expect([(await login(TEST_ADMIN.password)).status, (await login(CHOSEN)).status]).toEqual([401, 200])
  expect([(await readReset(app, token)).status, (await resetBy(app, token)).status]).toEqual([404, 404])
  expect(await entries()).toEqual([
    { by: 1, of: 1, action: 'calendar_feed_made' },
    { by: null, of: 1, action: 'password_reset_requested' },
    { by: 1, of: 1, action: 'calendar_feed_revoked' },
    { by: 1, of: 1, action: 'password_reset_by_mail' },
    { by: 1, of: 1, action: 'signed_in' },
  ])
})

test('the address to which the link went hears of the new password, without a link', async () => {
  const [token = ''] = await ask()
  await resetBy(app, token)
  await untilDone()
  const { envelopeTo, mail } = smtp.received[1] ?? expect.fail('no notice')
  expect([envelopeTo, mail.subject]).toEqual([
    [ADDRESS],
    expect.stringMatching(/^Your account for .*: the password was changed by a link that went to this address$/),
  ])
  expect(mail.text).toContain('secure your mailbox first')
  expect(mail.text).not.toContain('#')
})

test('no token stands in the database, nor what was asked for once the mail has left', async () => {
  const [token = ''] = await ask('Ana@Example.COM')
  expect(token).not.toBe('')
  const tables = ['password_resets', 'mails', 'audit_trail', 'outbox_tasks', 'submission_counts'] as const
  const stored = await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()))
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(JSON.stringify(stored)).not.toContain('Ana@Example.COM')
  expect(stored[0]).toMatchObject([{ account_id: 1, token_hash: hashSecret(token) }])
})

test('the request has one answer, and those get nothing who do not exist, have no address, or are deactivated', async () => {
  await addAccount('ben', null)
  await addAccount('cleo', 'cleo@example.com', 'x')
  const answers: unknown[] = []
  for (const name of [TEST_ADMIN.username, 'nobody', 'ben', 'cleo', 'cleo@example.com', 'ADMIN', 'x'.repeat(254)]) {
    const response = await askForReset(app, name)
    answers.push([response.status, await response.text(), response.headers.get('cache-control')])
  }
  expect(answers).toEqual(Array(answers.length).fill([202, '{"minutes":30}', 'no-store']))
  await untilDone()
  expect(await mails()).toEqual([{ kind: 'password_reset', account_id: 1, state: 'sent' }])
  for (const refused of ['', '  ', 'x'.repeat(255)]) expect((await askForReset(app, refused)).status).toBe(400)
})

test('an address gets one mail for each account that has it, in whatever case', async () => {
  await addAccount('ben', 'ANA@example.com')
  await addAccount('cleo', 'cleo@example.com')
  const tokens = await ask(' Ana@Example.com ')
  const names = await Promise.all(tokens.map(async (token) => (await (await readReset(app, token)).json()).username))
  expect(names).toEqual([TEST_ADMIN.username, 'ben'])
})

test('one link works at a time: a later mail ends the link of an earlier one', async () => {
  const [first = ''] = await ask()
  const [second = ''] = await ask()
  expect([(await readReset(app, first)).status, (await readReset(app, second)).status]).toEqual([404, 200])
  expect([(await resetBy(app, first)).status, (await login(TEST_ADMIN.password)).status]).toEqual([404, 200])
})

test('a link works for 30 minutes from when its mail leaves', async () => {
  await askInVain()
  goTo(10 * MINUTE)
  await untilDone()
  const [token = ''] = smtp.received.map(({ mail }) => resetTokenIn(mail.text))
  goTo(40 * MINUTE - 1)
  expect((await readReset(app, token)).status).toBe(200)
  goTo(40 * MINUTE)
  expect([(await readReset(app, token)).status, (await resetBy(app, token)).status]).toEqual([404, 404])
})

test('an account gets three mails an hour and ten a day, whoever asks, and then one every two hours', async () => {
  const came: number[] = []
  const askAt = async (minutes: readonly number[]) => {
    for (const at of minutes) {
      goTo(at * MINUTE)
      came.push((await ask()).length)
    }
    return came.splice(0)
  }
  expect(await askAt([0, 1, 2, 3, 61, 62, 63, 64, 122, 123, 124, 183])).toEqual([1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1])
  expect(await askAt([184, 302, 303, 304, 422, 423]), 'nobody is kept out all day').toEqual([0, 0, 1, 0, 0, 1])
  expect(await askAt([24 * 60 + 200])).toEqual([1])
})

test('one network asks twenty times an hour', async () => {
  for (let count = 0; count < 20; count += 1) expect((await askForReset(app, `nobody ${count}`)).status).toBe(202)
  const refused = await askForReset(app, TEST_ADMIN.username)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.any(String)])
})

describe('a link ends', () => {
  const change = (body: object) => owner.send('PATCH', pathTo(ADMIN_API.person, 2), body)
  let token = ''
  beforeEach(async () => {
    await insertAccount(app.db, {
      ...{
        username: 'ben',
        email: 'ben@example.com',
        role: 'recruiter',
        password_hash: 'x',
        created_at: new Date(START).toISOString(),
      },
    })
    ;[token = ''] = await ask('ben')
    expect((await readReset(app, token)).status).toBe(200)
  })

  test.each([
    ['another address', () => change({ email: 'other@example.com' })],
    ['no address any more', () => change({ email: null })],
    ['another role', () => change({ role: 'hiring_manager' })],
    ['a deactivation', () => owner.send('POST', pathTo(SIGN_IN_API.deactivatePerson, 2))],
  ])('with %s of the account', async (_, end) => {
    expect((await end()).status).toBe(200)
    const answers = [await readReset(app, token), await resetBy(app, token)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect((await answers[1]?.json()) as ErrorBody).toMatchObject({ message: expect.stringContaining('login page') })
  })

  test('with a deactivation for good, also when the account is used again', async () => {
    for (const path of [SIGN_IN_API.deactivatePerson, SIGN_IN_API.reactivatePerson])
      expect((await owner.send('POST', pathTo(path, 2))).status).toBe(200)
    expect((await readReset(app, token)).status).toBe(404)
  })
})

test('a change of the password ends the link, and a mail that waits then says nothing', async () => {
  const [token = ''] = await ask()
  await askInVain()
  const body = { currentPassword: TEST_ADMIN.password, newPassword: CHOSEN }
  expect((await owner.send('POST', SIGN_IN_API.changePassword, body)).status).toBe(200)
  expect((await readReset(app, token)).status).toBe(404)
  goTo(5 * MINUTE)
  await untilDone()
  const ofLinks = (await mails()).filter(({ kind }) => kind === 'password_reset')
  expect(ofLinks.map(({ state }) => state)).toEqual(['sent', 'nothing'])
})

test('of many that use one link at once, one sets its password', async () => {
  const [token = ''] = await ask()
  const passwords = ['first long phrase', 'second long phrase', 'third long phrase']
  const responses = await Promise.all(passwords.map((password) => resetBy(app, token, password)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
  const winner = passwords[responses.findIndex(({ status }) => status === 204)] ?? ''
  expect((await login(winner)).status).toBe(200)
})

test('a password is held to the rules of a change, and a refused one leaves the link', async () => {
  const [token = ''] = await ask()
  for (const [password, code] of [
    ['too short', 'invalid_request'],
    ['password1234', 'password_weak'],
    ['admin1234567', 'password_weak'],
  ]) {
    const refused = await resetBy(app, token, password)
    expect([refused.status, (await refused.json()) as ErrorBody]).toMatchObject([
      400,
      { code, issues: [{ path: 'password' }] },
    ])
  }
  expect((await resetBy(app, token)).status).toBe(204)
})

test('who was locked out by wrong passwords signs in with the new one at once', async () => {
  for (let count = 0; count < 10; count += 1) await login('a wrong guess')
  expect((await login(TEST_ADMIN.password)).status).toBe(429)
  const [token = ''] = await ask()
  expect((await resetBy(app, token)).status).toBe(204)
  expect((await login(CHOSEN)).status).toBe(200)
})

test('an account with a second factor is asked for it after a reset', async () => {
  const at = new Date(START).toISOString()
  const secret = { account_id: 1, sealed_secret: 'sealed', created_at: at, confirmed_at: at }
  await app.db.insertInto('totp_secrets').values(secret).execute()
  const [token = ''] = await ask()
  await resetBy(app, token)
  expect((await login(CHOSEN)).status).toBe(202)
})

test('ended links and the records of old mails are forgotten', async () => {
  await ask()
  goTo(2 * HOUR - MINUTE)
  await app.runWork('forget-password-resets')
  expect(await app.db.selectFrom('password_resets').select('account_id').execute()).toHaveLength(1)
  goTo(2 * HOUR)
  await app.runWork('forget-password-resets')
  expect(await app.db.selectFrom('password_resets').select('account_id').execute()).toEqual([])
  expect(await mails()).toHaveLength(1)
  goTo(8 * 24 * HOUR)
  await app.runWork('forget-password-resets')
  expect(await mails()).toEqual([])
})

test('without a mail server the request says what to do instead, whatever the name', async () => {
  const silent = await startTestApp()
  try {
    await silent.signIn()
    const answers = await Promise.all([TEST_ADMIN.username, 'nobody'].map((name) => askForReset(silent, name)))
    for (const answer of answers)
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { code: 'not_found', message: expect.stringContaining('npm run admin -- reset NAME') },
      ])
    expect(await silent.db.selectFrom('outbox_tasks').select('id').execute()).toEqual([])
  } finally {
    await silent.stop()
  }
})

test('with company accounts as the only way in, only owners get a link, and an earlier one of others sets nothing', async () => {
  await addAccount('rita', 'rita@example.com')
  await app.db.updateTable('accounts').set({ role: 'recruiter' }).where('username', '=', 'rita').execute()
  const [earlier = ''] = await ask('rita')
  await endOtherWays(app.db)
  const refused = await resetBy(app, earlier)
  expect([refused.status, ((await refused.json()) as ErrorBody).code]).toEqual([403, 'single_sign_on_only'])
  expect(await ask('rita'), 'answered alike, but no mail').toEqual([])
  const [token = ''] = await ask()
  expect((await resetBy(app, token)).status, 'the way back').toBe(204)
})
