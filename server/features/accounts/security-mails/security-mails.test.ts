import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../../contract/wire/sign-in-paths.ts'
import { adminClient, signInAs } from '../../../../test/admin-client.ts'
import { PASSKEY_ORIGIN, passkeyClient } from '../../../../test/passkeys/passkey-client.ts'
import { startMailedApp } from '../../../../test/smtp/mailed-app.ts'
import type { SmtpServer } from '../../../../test/smtp/smtp-kit.ts'
import { TEST_ADMIN, type TestApp } from '../../../../test/test-app.ts'
import { totpClient } from '../../../../test/totp-client.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const START = new Date('2026-03-02T09:00:00Z')
const OWN = 'ana@example.com'

let app: TestApp
let smtp: SmtpServer
let headers: { authorization: string; 'user-agent': string }
let me: ReturnType<typeof adminClient>
beforeEach(async () => {
  ;({ app, smtp } = await startMailedApp({ publicUrl: PASSKEY_ORIGIN }))
  app.setNow(START)
  headers = { ...(await app.signIn()), 'user-agent': FIREFOX }
  me = adminClient(app, headers)
  await app.db.updateTable('accounts').set({ email: OWN }).execute()
})
afterEach(() => app.stop())

/** The mails that have come since the last look: to whom, and what was done. */
async function told() {
  await vi.waitFor(async () => {
    app.wakeOutbox()
    expect(await app.db.selectFrom('outbox_tasks').select('id').execute()).toEqual([])
  })
  return smtp.received.splice(0).map(({ envelopeTo, mail }) => [envelopeTo[0], mail.subject?.split(': ').at(-1)])
}

test('a person is told by mail of each change of how the own account is opened', async () => {
  const codes = totpClient(app)
  await codes.add(headers, START)
  expect(await told()).toEqual([[OWN, 'an authenticator app was set up']])
  await codes.send('POST', SIGN_IN_API.recoveryCodes, undefined, headers)
  expect(await told()).toEqual([[OWN, 'new recovery codes were made']])
  await codes.send('DELETE', SIGN_IN_API.totp, undefined, headers)
  expect(await told()).toEqual([[OWN, 'the authenticator app was removed']])
  const passkeys = passkeyClient(app)
  await passkeys.add(headers)
  const [passkey] = await passkeys.list(headers)
  expect(await told()).toEqual([[OWN, 'a passkey was added']])
  await me.send('DELETE', pathTo(SIGN_IN_API.passkey, passkey?.id ?? 0))
  expect(await told()).toEqual([[OWN, 'a passkey was removed']])
  expect((await me.send('DELETE', pathTo(SIGN_IN_API.passkey, passkey?.id ?? 0))).status).toBe(404)
  const change = { currentPassword: TEST_ADMIN.password, newPassword: 'seven calm otters row home' }
  await me.send('POST', SIGN_IN_API.changePassword, change)
  expect(await told(), 'and of nothing that was refused').toEqual([[OWN, 'the password was changed']])
})

test('the mail says when, from which device, and what to do, and has no link', async () => {
  await totpClient(app).add(headers, START)
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1))
  const { mail } = smtp.received[0] ?? expect.fail('no mail')
  expect(mail.text).toMatch(/account admin at the hiring site of .*, an authenticator app was set up\./)
  expect(mail.text).toMatch(/When: Monday, March 2, at /)
  expect(mail.text).toContain('From: Firefox on Windows, 127.0.0.1')
  expect(mail.text).toContain('choose a new password, which ends every session')
  expect(mail.text).not.toContain('://')
})

test('the address of before is told of another one, whoever has changed it, and that of an account without one is not', async () => {
  await me.send('PUT', ADMIN_API.ownEmail, { email: 'thief@example.net' })
  expect(await told()).toEqual([[OWN, 'the email address was changed or removed']])
  const owner = adminClient(app, await signInAs(app, 'other', { now: START }))
  await owner.send('PATCH', pathTo(ADMIN_API.person, 1), { email: null })
  expect(await told()).toEqual([['thief@example.net', 'the email address was changed or removed']])
  await me.send('PUT', ADMIN_API.ownEmail, { email: OWN })
  expect(await told()).toEqual([])
  await totpClient(app).add(headers, START)
  await told()
  await owner.send('POST', pathTo(SIGN_IN_API.removeSecondFactors, 1))
  expect(await told()).toEqual([[OWN, 'every second factor was removed']])
})

test('an account gets twenty of them in a day, so that a thief fills no mailbox', async () => {
  await totpClient(app).add(headers, START)
  const notices = async () => (await app.db.selectFrom('mails').select('id').execute()).length
  for (let count = 1; count < 25; count += 1)
    expect((await me.send('POST', SIGN_IN_API.recoveryCodes)).status).toBe(200)
  expect(await notices()).toBe(20)
  app.setNow(new Date(START.getTime() + 24 * 60 * 60_000 + 1))
  await adminClient(app, await app.signIn()).send('POST', SIGN_IN_API.recoveryCodes)
  expect(await notices()).toBe(21)
})
