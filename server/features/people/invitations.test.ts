import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MadeInvitation, Person } from '../../../contract/accounts/people.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { createJob } from '../../../test/factories.ts'
import { INVITED, invite, join, readOffer, tokenIn } from '../../../test/people-kit.ts'
import { startMailedApp } from '../../../test/smtp/mailed-app.ts'
import type { SmtpServer } from '../../../test/smtp/smtp-kit.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../test/test-app.ts'
import { hashSecret } from '../accounts/session-queries.ts'

const HOUR = 60 * 60_000
const START = Date.parse('2026-03-02T09:00:00Z')

let app: TestApp
let owner: AdminClient
let smtp: SmtpServer
const useApp = async (started: TestApp) => {
  app = started
  app.setNow(new Date(START))
  owner = adminClient(app, await app.signIn())
}
/** Stops the clock so many hours after the start; the owner signs in again meanwhile. */
const goTo = async (hours: number) => {
  app.setNow(new Date(START + hours * HOUR))
  owner = adminClient(app, await app.signIn())
}
afterEach(() => app.stop())

const post = (path: string, body: object) => owner.request<MadeInvitation & ErrorBody>('POST', path, body)
const renew = (id: number, byMail = false) => post(pathTo(SIGN_IN_API.renewInvitation, id), { byMail })
const withdraw = (id: number) => owner.send('DELETE', pathTo(ADMIN_API.invitation, id))
const invitations = async () => {
  const { body } = await owner.request<{ invitations: MadeInvitation['invitation'][] }>('GET', ADMIN_API.people)
  return body.invitations
}
const offer = async (token: string) => (await readOffer(app, token)).status

describe('without a mail server', () => {
  beforeEach(async () => useApp(await startTestApp({ publicUrl: 'https://careers.example.com' })))

  test('an invitation has a link that is shown once, and of which only the hash is stored', async () => {
    const jobId = await createJob(app)
    const assignments = [{ jobId, decides: true }]
    const { invitation, url, token } = await invite(owner, { role: 'hiring_manager', assignments })
    expect(url).toBe(`https://careers.example.com/admin/join#token=${token}`)
    const expiresAt = new Date(START + 72 * HOUR).toISOString()
    expect(invitation).toMatchObject({ displayName: 'Zoë Müller', email: 'zoe@example.com', role: 'hiring_manager' })
    expect(invitation).toMatchObject({ assignments, invitedBy: TEST_ADMIN.username, expiresAt, mail: null })
    expect(await invitations()).toEqual([invitation])
    const rows = await app.db.selectFrom('invitations').selectAll().execute()
    expect(rows).toMatchObject([{ token_hash: hashSecret(token) }])
    expect(JSON.stringify([rows, await app.db.selectFrom('audit_trail').selectAll().execute()])).not.toContain(token)
  })

  test('a link works 72 hours, and an expired invitation is renewed or removed two weeks later', async () => {
    const { token, invitation } = await invite(owner)
    await goTo(71)
    expect(await offer(token)).toBe(200)
    await goTo(72)
    expect(await offer(token)).toBe(404)
    expect(await invitations()).toHaveLength(1)
    const renewed = tokenIn((await renew(invitation.id)).body.url ?? '')
    expect(await offer(renewed)).toBe(200)
    await goTo(72 + 72 + 14 * 24 - 1)
    await app.runWork('forget-invitations')
    expect(await invitations()).toHaveLength(1)
    await goTo(72 + 72 + 14 * 24)
    await app.runWork('forget-invitations')
    expect(await invitations()).toEqual([])
  })

  test('a renewed invitation ends its earlier link, a withdrawn one its only link', async () => {
    const { token, invitation } = await invite(owner)
    const renewed = await renew(invitation.id)
    const second = tokenIn(renewed.body.url ?? '')
    expect([renewed.status, second === token, await offer(token), await offer(second)]).toEqual([200, false, 404, 200])
    expect((await withdraw(invitation.id)).status).toBe(204)
    expect([await offer(second), (await join(app, second)).status]).toEqual([404, 404])
    expect([(await withdraw(invitation.id)).status, (await renew(invitation.id)).status]).toEqual([404, 404])
    const entries = app.db.selectFrom('audit_trail').select('event').where('subject', '=', 'account').orderBy('id')
    const rows = await entries.execute()
    const { id: invitationId, role } = invitation
    expect(rows.map(({ event }) => JSON.parse(event))).toEqual([
      { action: 'invited', invitationId, role },
      { action: 'invitation_renewed', invitationId, role },
      { action: 'invitation_withdrawn', invitationId, role },
    ])
  })

  test('what cannot be is refused by field', async () => {
    const jobId = await createJob(app)
    const assignments = [{ jobId, decides: false }]
    const refusals: [object, string][] = [
      [{ byMail: true }, 'byMail'],
      [{ byMail: true, email: null }, 'email'],
      [{ email: 'nothing' }, 'email'],
      [{ displayName: ' ' }, 'displayName'],
      [{ role: 'king' }, 'role'],
      [{ assignments }, 'assignments'],
      [{ role: 'hiring_manager', assignments: [...assignments, ...assignments] }, 'assignments'],
      [{ role: 'hiring_manager', assignments: [{ jobId: jobId + 1, decides: true }] }, 'assignments.0.jobId'],
    ]
    for (const [changes, path] of refusals) {
      const { status, body } = await post(ADMIN_API.invitations, { ...INVITED, ...changes })
      expect([status, body.issues?.map((issue) => issue.path)], path).toEqual([400, [path]])
    }
    expect(await invitations()).toEqual([])
    const { invitation } = await invite(owner, { email: null })
    expect((await renew(invitation.id, true)).body.issues?.map(({ path }) => path)).toEqual(['byMail'])
  })

  test('there is room for 100 invitations and for 200 people', async () => {
    const at = new Date(START).toISOString()
    const invitation = {
      role: 'recruiter',
      display_name: 'x',
      invited_by: 'x',
      invited_by_id: 1,
      created_at: at,
      expires_at: at,
    } as const
    const rows = Array.from({ length: 99 }, (_, index) => ({ ...invitation, token_hash: `${index}` }))
    await app.db.insertInto('invitations').values(rows).execute()
    const { token, invitation: last } = await invite(owner)
    const refused = await post(ADMIN_API.invitations, INVITED)
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('100 invitations') } })
    await withdraw(1)
    const account = { password_hash: '', created_at: at }
    const others = Array.from({ length: 199 }, (_, index) => ({ ...account, username: `account ${index}` }))
    await app.db.insertInto('accounts').values(others).execute()
    expect((await post(ADMIN_API.invitations, INVITED)).body.message).toContain('200 people')
    expect(await join(app, token)).toMatchObject({ status: 400 })
    await app.db.deleteFrom('accounts').where('username', '=', 'account 7').execute()
    expect((await join(app, token)).status).toBe(201)
    expect((await invitations()).map(({ id }) => id)).not.toContain(last.id)
  })
})

describe('by mail', () => {
  beforeEach(async () => {
    const started = await startMailedApp()
    smtp = started.smtp
    await useApp(started.app)
  })

  const linkIn = (index: number) => tokenIn(smtp.received[index]?.mail.text ?? '')
  const mailed = async (changes = {}) => invite(owner, { byMail: true, ...changes })

  test('the mail has a link that works, and neither the response nor the database has it', async () => {
    const { invitation, url } = await mailed()
    expect([url, invitation.mail]).toEqual([null, 'waiting'])
    await smtp.untilReceived(1)
    expect(smtp.received[0]).toMatchObject({ envelopeTo: ['zoe@example.com'] })
    expect(smtp.received[0]?.mail).toMatchObject({ subject: expect.stringMatching(/^Join the hiring team of /) })
    const text = smtp.received[0]?.mail.text ?? ''
    expect(text).toContain('Your role is: Recruiter.')
    expect(smtp.received[0]?.mail.html).toContain(`#token=${linkIn(0)}"`)
    await expect.poll(invitations).toEqual([{ ...invitation, mail: 'sent' }])
    const stored = await app.db.selectFrom('mails').selectAll().execute()
    expect(stored).toMatchObject([{ state: 'sent', invitation_id: invitation.id, body: null }])
    const joined = await join(app, linkIn(0))
    const { user } = (await joined.json()) as { user: Person }
    expect([joined.status, user.role]).toEqual([201, 'recruiter'])
    expect(await app.db.selectFrom('mails').select('id').execute(), 'it goes with the invitation').toEqual([])
  })

  test('the mail does not begin with a name that is a text of its own', async () => {
    const display_name = 'Your account is locked. Sign in: https://evil.example'
    await app.db.updateTable('accounts').set({ display_name }).execute()
    await mailed()
    await smtp.untilReceived(1)
    const text = smtp.received[0]?.mail.text ?? ''
    expect(text).toContain('\nA colleague invites you to the hiring team')
    expect(text).not.toContain('evil.example')
  })

  test('the time of a link begins when its mail leaves, and the link of a failed attempt ends', async () => {
    smtp.plan({ name: 'refuse', at: 'content', code: 451, text: '4.3.0 Try again' })
    const { invitation } = await mailed()
    await expect
      .poll(async () => (await app.db.selectFrom('mails').select('deferred_since').execute())[0])
      .toEqual({
        deferred_since: expect.any(String),
      })
    const [first] = await app.db.selectFrom('invitations').select('token_hash').execute()
    await goTo(5)
    app.wakeOutbox()
    await smtp.untilReceived(1)
    const [second] = await app.db.selectFrom('invitations').select(['token_hash', 'expires_at']).execute()
    expect(second).toEqual({
      token_hash: hashSecret(linkIn(0)),
      expires_at: new Date(START + 77 * HOUR).toISOString(),
    })
    expect([second?.token_hash === first?.token_hash, await offer(linkIn(0))]).toEqual([false, 200])
    expect(invitation.expiresAt).toBe(new Date(START + 72 * HOUR).toISOString())
  })

  test('an address that the mail server refuses is said beside the invitation, and a link can be shown instead', async () => {
    smtp.plan({ name: 'refuse', at: 'recipient', code: 550, text: '5.1.1 Unknown' })
    const { invitation } = await mailed()
    await expect.poll(async () => (await invitations())[0]?.mail).toBe('failed')
    const shown = await renew(invitation.id)
    expect(shown.body.invitation.mail).toBeNull()
    expect(await offer(tokenIn(shown.body.url ?? ''))).toBe(200)
  })

  test('a mail that is under way does not end the link that a renewal has shown, nor bring a withdrawn one back', async () => {
    smtp.behave({ name: 'hold', at: 'recipient' })
    const { invitation } = await mailed()
    await smtp.untilHeld()
    const shown = tokenIn((await renew(invitation.id)).body.url ?? '')
    const other = await mailed({ displayName: 'Ana' })
    await withdraw(other.invitation.id)
    smtp.behave({ name: 'take' })
    smtp.release()
    await renew(invitation.id, true)
    await smtp.untilReceived(1)
    expect([await offer(shown), await offer(linkIn(0))]).toEqual([404, 200])
    await expect.poll(() => app.db.selectFrom('outbox_tasks').select('id').execute()).toEqual([])
    expect(smtp.received).toHaveLength(1)
  })

  test('a mail that is sent without a person to be asked goes nowhere once the invitation has expired', async () => {
    smtp.plan({ name: 'refuse', at: 'content', code: 451, text: '4.3.0 Try again' })
    await mailed()
    await expect
      .poll(async () => (await app.db.selectFrom('mails').select('response').execute())[0]?.response)
      .toContain('Try again')
    await goTo(73)
    app.wakeOutbox()
    await expect.poll(async () => (await invitations())[0]?.mail).toBe('failed')
    expect(smtp.received).toEqual([])
  })
})
