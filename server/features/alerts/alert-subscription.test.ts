import { expect, test } from 'vitest'
import { PAGE } from '../../../contract/wire/paths.ts'
import { linkIn, PUBLIC_URL, prepareAlerts } from '../../../test/alerts/alert-kit.ts'
import { createJob } from '../../../test/factories.ts'
import { DAY, MINUTE, NOON } from '../../../test/smtp/mail-kit.ts'
import { forgetEnded } from './forget-alerts.ts'

const site = prepareAlerts()
const { ask, send, arrival, subscribe, goTo, plan, list, untilStates } = site

const TABLES = ['job_alerts', 'mails', 'job_alert_links'] as const
const stored = () => Promise.all(TABLES.map((table) => site.app().db.selectFrom(table).selectAll().execute()))

test('only the button behind the mailed link starts a job alert; until then nothing but the link is sent', async () => {
  expect((await ask({ words: 'buy at http://evil.example' })).headers.get('location')).toBe('/job-alerts/sent#result')
  const received = await arrival(1)
  const { mail, envelopeTo } = received
  expect(envelopeTo).toEqual(['ana@example.com'])
  expect(mail.subject).toMatch(/^Confirm your job alert at /)
  // What a stranger has typed is not read by others.
  expect(mail.text).not.toContain('evil.example')
  const link = linkIn(received, PAGE.jobAlert)
  const opened = await site.app().request(link)
  expect(await opened.text()).toContain('Confirm job alert</button>')
  expect(opened.headers.get('referrer-policy')).toBe('no-referrer')
  expect((await list()).alerts).toMatchObject([{ email: 'ana@example.com', state: 'unconfirmed' }])
  await createJob(site.app(), { title: 'Too early' })
  await goTo(NOON + MINUTE)
  expect(await plan()).toBe(0)

  const confirmed = await send(link)
  expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, `${link}#result`])
  expect(await (await site.app().request(link)).text()).toContain('Your job alert is on')
  expect((await list()).alerts).toMatchObject([{ state: 'active', endsAt: '2027-03-02T12:01:00.000Z' }])
  // What was open before is on the site.
  expect(await plan()).toBe(0)
})

test('a mail scanner that opens every link of a mail, by GET or HEAD, changes nothing', async () => {
  await ask()
  const confirm = linkIn(await arrival(1), PAGE.jobAlert)
  const paths = [confirm, confirm.replace(PAGE.jobAlert, PAGE.endJobAlert)]
  await untilStates('confirmation sent')
  for (const state of ['unconfirmed', 'active']) {
    const before = await stored()
    expect((await list()).alerts).toMatchObject([{ state }])
    for (const method of ['GET', 'HEAD'])
      for (const path of paths) expect((await site.app().request(path, { method })).status).toBe(200)
    expect(await stored()).toEqual(before)
    await send(confirm)
  }
})

test('one POST to the address in the headers ends it, as either kind of form; a GET only asks', async () => {
  for (const makeBody of [() => new URLSearchParams(), () => new FormData()]) {
    await site.app().db.deleteFrom('jobs').execute()
    await subscribe()
    await goTo(site.now() + MINUTE)
    await createJob(site.app())
    const count = site.smtp().received.length + 1
    await plan()
    const received = await arrival(count)
    const headers = new Map(received.mail.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(headers.get('list-unsubscribe')).toMatch(
      /^<https:\/\/jobs\.example\.com\/job-alerts\/unsubscribe\?token=[\w-]{43}>$/,
    )
    const path = headers.get('list-unsubscribe')?.slice(1 + PUBLIC_URL.length, -1) ?? ''
    expect(path).toBe(linkIn(received, PAGE.endJobAlert))
    expect(await (await site.app().request(path)).text()).toContain('End job alert</button>')
    expect((await list()).counts.active).toBe(1)
    const body = makeBody()
    body.append('List-Unsubscribe', 'One-Click')
    const ended = await site.app().request(path, { method: 'POST', redirect: 'manual', body })
    expect([ended.status, await ended.text()]).toEqual([200, expect.stringContaining('Your job alert has ended')])
    // Nothing is left of the address, and the same request says the same again.
    expect((await list()).counts).toEqual({ active: 0, unconfirmed: 0, stopped: 0 })
    expect(await stored()).toEqual([[], [], []])
    expect((await site.app().request(path, { method: 'POST' })).status).toBe(200)
    expect((await site.app().request(path)).status).toBe(404)
  }
})

test('another confirmed request replaces the first, and the address still gets one mail a day', async () => {
  const first = await subscribe({ department: 'Sales' })
  await goTo(NOON + MINUTE)
  await createJob(site.app(), { title: 'Seller', department: 'Sales' })
  await plan()
  await arrival(2)
  await untilStates('confirmation sent', 'openings sent')
  await subscribe({ words: 'welding' })
  await createJob(site.app(), { title: 'Welder', description: 'Welding of tanks' })
  expect(await plan()).toBe(0)
  await goTo(NOON + DAY)
  expect(await plan()).toBe(1)
  expect((await arrival(4)).mail.subject).toBe('New position: Welder')
  expect((await list()).alerts).toMatchObject([{ words: 'welding', department: null, state: 'active' }])
  // The older link leads to the present one.
  expect(await (await site.app().request(first)).text()).toContain('welding')
})

test('a confirmation that is used again renews, and one of an ended job alert or of another address does nothing', async () => {
  const link = await subscribe()
  const other = await subscribe({ email: 'other@example.com' })
  await goTo(NOON + 30 * DAY)
  expect((await send(link)).status).toBe(303)
  expect((await list('?address=ana')).alerts).toMatchObject([{ endsAt: '2027-04-01T12:00:00.000Z', state: 'active' }])
  expect((await list('?address=other')).alerts).toMatchObject([{ endsAt: '2027-03-02T12:00:00.000Z' }])
  await send(other.replace(PAGE.jobAlert, PAGE.endJobAlert))
  expect((await send(other)).status).toBe(404)
  expect((await list()).alerts.map(({ email }) => email)).toEqual(['ana@example.com'])
})

test('an unconfirmed request is deleted after 7 days, a job alert after 12 months unless it is renewed', async () => {
  await ask({ email: 'late@example.com' })
  const late = linkIn(await arrival(1), PAGE.jobAlert)
  const kept = await subscribe({ email: 'kept@example.com' })
  await subscribe({ email: 'ended@example.com' })
  const addresses = async () => (await list()).alerts.map(({ email }) => email).sort()
  await goTo(NOON + 7 * DAY)
  expect((await send(late)).status).toBe(404)
  await forgetEnded(site.app().db, new Date(site.now()))
  expect(await addresses()).toEqual(['ended@example.com', 'kept@example.com'])
  await goTo(NOON + 300 * DAY)
  expect((await send(kept)).status).toBe(303)
  await goTo(NOON + 365 * DAY)
  await forgetEnded(site.app().db, new Date(site.now()))
  expect(await addresses()).toEqual(['kept@example.com'])
})

test('the database has no token in clear, and a wrong one finds nothing', async () => {
  const link = await subscribe()
  const token = link.split('=')[1] ?? expect.fail()
  expect(JSON.stringify(await stored())).not.toContain(token)
  const otherCase = token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase()
  for (const wrong of ['', 'x', `${token}x`, otherCase, `${token}&token=${token}`]) {
    const path = `${PAGE.jobAlert}?token=${wrong}`
    expect([wrong, (await site.app().request(path)).status]).toEqual([wrong, 404])
    expect([wrong, (await send(path)).status]).toEqual([wrong, 404])
    // It says the same as for a link that was used before.
    expect((await send(`${PAGE.endJobAlert}?token=${wrong}`)).status).toBe(200)
  }
  expect((await list()).counts.active).toBe(1)
})
