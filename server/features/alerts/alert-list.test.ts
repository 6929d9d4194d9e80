import { expect, test } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { ALERTS_PAGE_SIZE } from '../../../contract/wire/limits.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { prepareAlerts } from '../../../test/alerts/alert-kit.ts'

const site = prepareAlerts()
const { ask, subscribe, arrival, list } = site

test('an admin finds an address, and deletes all that is stored about it', async () => {
  await subscribe({ email: 'with_underscore@example.com' })
  await subscribe({ email: 'withXunderscore@example.com', place: 'Odessa' })
  await ask({ email: 'with_underscore@example.com' })
  await arrival(3)
  const found = await list('?address=WITH_')
  expect(found.alerts.map(({ email, state }) => [email, state])).toEqual([
    ['with_underscore@example.com', 'unconfirmed'],
    ['with_underscore@example.com', 'active'],
  ])
  expect(found.counts).toEqual({ active: 2, unconfirmed: 1, stopped: 0 })
  const path = pathTo(ADMIN_API.jobAlert, found.alerts[0]?.id ?? 0)
  for (const time of ['once', 'again'])
    expect([time, (await site.admin().send('DELETE', path)).status]).toEqual([time, 204])
  expect((await list()).alerts.map(({ email }) => email)).toEqual(['withxunderscore@example.com'])
  const audit = site.app().db.selectFrom('audit_trail').select('event').where('event', 'like', '%job_alert%')
  expect((await audit.execute()).map(({ event }) => event)).toEqual(['{"action":"job_alert_deleted"}'])
})

test('the list comes page by page, newest first, and refuses a query that it does not know', async () => {
  const at = '2026-03-02T12:00:00.000Z'
  const addresses = Array.from({ length: ALERTS_PAGE_SIZE + 1 }, (_, index) => `visitor-${index}@example.com`)
  const rows = addresses.map((email) => ({
    ...{ email, request_id: email, remote: 0 as const, created_at: at, ends_at: '2026-03-09T12:00:00.000Z' },
    ...{ confirmed_at: null, seen_until: at },
  }))
  await site.app().db.insertInto('job_alerts').values(rows).execute()
  const first = await list()
  expect([first.alerts.length, first.more]).toEqual([ALERTS_PAGE_SIZE, true])
  const second = await list(`?before=${first.alerts.at(-1)?.id}`)
  expect(second.more).toBe(false)
  const emails = [...first.alerts, ...second.alerts].map(({ email }) => email)
  expect(emails).toEqual(addresses.toReversed())
  await site.admin().send('DELETE', pathTo(ADMIN_API.jobAlert, first.alerts[0]?.id ?? 0))
  const fullPage = await list()
  expect([fullPage.alerts.length, fullPage.more]).toEqual([ALERTS_PAGE_SIZE, false])
  for (const query of ['before=0', 'before=2147483648', `address=${'a'.repeat(255)}`, 'limit=1', 'address=a&address=b'])
    expect([query, (await site.admin().send('GET', `${ADMIN_API.jobAlerts}?${query}`)).status]).toEqual([query, 400])
})
