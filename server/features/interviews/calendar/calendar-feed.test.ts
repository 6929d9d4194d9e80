import { expect, test } from 'vitest'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { SIGN_IN_API } from '../../../../contract/wire/sign-in-paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../../test/admin-client.ts'
import { prepareInterviews, readCalendar } from '../../../../test/smtp/interview-kit.ts'
import { NOON } from '../../../../test/smtp/mail-kit.ts'
import { resetPassword } from '../../accounts/manage-accounts.ts'
import { hashPassword } from '../../accounts/passwords/password-hashing.ts'
import { renewFeed } from './calendar-feed-queries.ts'

const { app, admin, arrive, plan, act } = prepareInterviews()

test('each admin has a private calendar, whose address ends when it is renewed or revoked', async () => {
  const { id } = await arrive()
  const planned = await plan(id)
  const cancelled = await plan(id, { date: '2026-03-12' })
  await act(ADMIN_API.cancelInterview, cancelled)
  expect((await admin().request('GET', ADMIN_API.calendarFeed)).body).toEqual({ createdAt: null })
  const renew = async () =>
    new URL((await admin().request<{ url: string }>('POST', ADMIN_API.calendarFeed)).body.url).pathname
  const path = await renew()
  expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
  const response = await app().request(path)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/calendar; charset=utf-8',
  })
  const { events } = readCalendar(await response.text())
  expect(events.map(({ summary, start }) => [summary, start.toISOString()])).toEqual([
    ['Interview: Ana Núñez', planned.startsAt],
  ])
  const stored = JSON.stringify(await app().db.selectFrom('calendar_feeds').selectAll().execute())
  expect(stored).not.toContain(path.slice('/calendar/'.length, -4))

  const other = adminClient(app(), await signInAs(app(), 'second', { now: new Date(NOON) }))
  expect((await other.request('GET', ADMIN_API.calendarFeed)).body).toEqual({ createdAt: null })
  await other.send('DELETE', ADMIN_API.calendarFeed)
  expect((await app().request(path)).status).toBe(200)

  const renewed = await renew()
  expect([(await app().request(path)).status, (await app().request(renewed)).status]).toEqual([404, 200])
  expect((await admin().send('DELETE', ADMIN_API.calendarFeed)).status).toBe(204)
  expect((await app().request(renewed)).status).toBe(404)
  for (const file of ['.ics', 'x.ics', `${'A'.repeat(43)}.ics`, `${'A'.repeat(43)}`, '%00.ics'])
    expect((await app().request(`/calendar/${file}`)).status, file).toBe(404)
})

test('a private calendar ends with the sessions of its account, and that of another account stays', async () => {
  const [password, newPassword] = ['correct horse battery', 'a longer phrase than before']
  const bearer = await signInAs(app(), 'third', { now: new Date(NOON) })
  const third = adminClient(app(), bearer)
  const password_hash = await hashPassword(password)
  await app().db.updateTable('accounts').set({ password_hash }).where('username', '=', 'third').execute()
  const make = async (client: AdminClient) =>
    new URL((await client.request<{ url: string }>('POST', ADMIN_API.calendarFeed)).body.url).pathname
  const statusOf = async (path: string) => (await app().request(path)).status
  const others = await make(admin())

  const first = await make(third)
  const body = { currentPassword: password, newPassword }
  const changed = await third.request<{ token: string }>('POST', SIGN_IN_API.changePassword, body)
  expect([changed.status, await statusOf(first)]).toEqual([200, 404])

  const signedIn = adminClient(app(), { authorization: `Bearer ${changed.body.token}` })
  const second = await make(signedIn)
  expect((await signedIn.send('POST', ADMIN_API.logoutEverywhere)).status).toBe(204)
  expect(await statusOf(second)).toBe(404)

  const { id } = await app()
    .db.selectFrom('accounts')
    .select('id')
    .where('username', '=', 'third')
    .executeTakeFirstOrThrow()
  const owner = { id, username: 'third', displayName: null }
  const last = await app()
    .db.transaction()
    .execute((trx) => renewFeed(trx, owner, new Date(NOON)))
  expect(await statusOf(`/calendar/${last}.ics`)).toBe(200)
  await resetPassword(app().db, 'third', new Date(NOON))
  expect([await statusOf(`/calendar/${last}.ics`), await statusOf(others)]).toEqual([404, 200])
  const trail = app().db.selectFrom('audit_trail').select('event').where('subject', '=', 'account')
  const events = (await trail.where('subject_id', '=', id).orderBy('id').execute()).map(({ event }) =>
    JSON.parse(event),
  )
  expect(events.filter(({ action }) => action === 'calendar_feed_revoked')).toHaveLength(3)
})
