import { expect, test } from 'vitest'
import { API, PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { createJob } from '../../../test/factories.ts'
import { MINUTE } from '../../../test/smtp/mail-kit.ts'
import { FIRST, linkIn, prepareOffers, SECOND } from '../../../test/smtp/offer-kit.ts'

const { app, smtp, goTo, withLink, readOwn, arrive, offer, choose, readAgenda, setStatus } = prepareOffers()

test('the page of the message books without JavaScript: a GET changes nothing, and its token opens no other page', async () => {
  const dana = await arrive('Dana Reed', await createJob(app(), { title: 'Controls Technician' }))
  await offer(dana)
  await goTo(11 * MINUTE)
  await smtp().untilReceived(1)
  const page = linkIn(smtp().received[0]?.mail.text ?? '')
  const shown = await app().request(page)
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  const html = await shown.text()
  expect(html).toContain('Choose a time for your interview')
  expect(html).toContain('10:00 AM, Monday, March 9')
  expect(html).not.toContain('Dana')
  const send = (fields: Record<string, string>, address = page) =>
    app().request(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  for (const address of [page, `${page}&startsAt=${FIRST}`]) await app().request(address)
  expect(await readAgenda()).toEqual([])

  expect((await send({ startsAt: '2026-03-09T15:15:00.000Z' })).status).toBe(400)
  expect((await send({ startsAt: 'soon' })).status).toBe(400)
  expect((await send({ startsAt: FIRST }, `${PAGE.interviewTimes}?token=${'a'.repeat(43)}`)).status).toBe(404)
  const own = new URL(page, app().url).searchParams.get('token') ?? ''
  expect((await withLink('GET', API.myApplication, own)).status).toBe(404)
  expect((await app().request(`${PAGE.interviewTimes}?token=${dana.token}`)).status).toBe(404)

  const booked = await send({ startsAt: FIRST, reason: '' })
  expect(booked.status).toBe(303)
  expect(await (await app().request(booked.headers.get('location') ?? '')).text()).toContain('Your interview is booked')
  expect((await send({ startsAt: FIRST })).status).toBe(303)
  const other = await send({ startsAt: SECOND })
  expect([other.status, await other.text()]).toEqual([409, expect.stringContaining('You have chosen another time')])
  expect(await readAgenda()).toMatchObject([{ startsAt: FIRST }])

  // A refusal that may be undone is not told, here as little as on the private page.
  await goTo(12 * MINUTE)
  await setStatus(dana, 'rejected')
  expect((await readOwn(dana.token)).interviews).toMatchObject([{ state: 'planned' }])
  expect(await (await app().request(page)).text()).toContain('Your interview is booked')
  await goTo(23 * MINUTE)
  expect(await (await app().request(page)).text()).not.toContain('Your interview is booked')
})

test('neither a foreign page, a wrong token nor a huge body gets anywhere', async () => {
  const dana = await arrive('Dana Reed')
  const offered = await offer(dana)
  await goTo(11 * MINUTE)
  await smtp().untilReceived(1)
  const page = linkIn(smtp().received[0]?.mail.text ?? '')
  const post = (address: string, body: string, headers: Record<string, string> = {}) =>
    app().request(address, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      redirect: 'manual',
    })
  const choice = `startsAt=${encodeURIComponent(FIRST)}`
  expect((await post(page, choice, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await post(page, `reason=${'x'.repeat(100_000)}&isDeclined=yes`)).status).toBe(413)
  expect((await post(page, `reason=${'x'.repeat(6_000)}&isDeclined=yes`)).status).toBe(400)
  expect((await post(page, 'startsAt=a&startsAt[constructor]=b&__proto__=c')).status).toBe(400)
  const lee = await arrive('Lee Moss')
  expect(await choose(lee, offered, FIRST)).toMatchObject({ status: 409 })
  expect(await choose({ ...dana, token: 'b'.repeat(43) }, offered, FIRST)).toMatchObject({ status: 404 })
  const huge = { startsAt: FIRST, more: 'x'.repeat(2_000_000) }
  expect((await withLink('POST', pathTo(API.chooseTime, offered.id), dana.token, huge)).status).toBe(413)
  expect(await readAgenda()).toEqual([])
  expect((await readOwn(dana.token)).offers).toHaveLength(1)
})
