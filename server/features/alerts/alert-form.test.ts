import { expect, test } from 'vitest'
import { PAGE } from '../../../contract/wire/paths.ts'
import { ANA, prepareAlerts } from '../../../test/alerts/alert-kit.ts'
import { createJob } from '../../../test/factories.ts'
import { DAY, MINUTE, NOON } from '../../../test/smtp/mail-kit.ts'
import { startTestApp } from '../../../test/test-app.ts'

const site = prepareAlerts()
const { ask, send, subscribe, goTo, plan, arrival, list, untilNoTask } = site

const arrivalsAt = (...addresses: string[]) =>
  site.smtp().received.filter(({ envelopeTo }) => addresses.includes(envelopeTo[0] ?? ''))

test('the response to a request is the same for every address, and an address gets five confirmations a day', async () => {
  await subscribe()
  const responses = []
  for (const email of [ANA, 'new@example.com', ANA.toUpperCase(), ANA, ANA, ANA, ANA]) {
    const response = await ask({ email })
    responses.push([response.status, response.headers.get('location'), await response.text()])
    await untilNoTask()
  }
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
  expect(arrivalsAt(ANA)).toHaveLength(5)
  await goTo(NOON + DAY)
  await ask()
  await untilNoTask()
  expect(arrivalsAt(ANA)).toHaveLength(6)
})

test('an address with a tag is an address like any other, but all tags of a mailbox share its five confirmations', async () => {
  const tags = ['+jobs', '+a', '+b', '+c', '+d', '+e', '']
  const tagged = tags.map((tag) => `ana${tag}@example.com`)
  const others = ['ana+x@example.net', 'anab@example.com', 'an+a@example.com', '+ana@example.com']
  await subscribe({ email: tagged[0] as string })
  for (const email of [...tagged.slice(1), ...others]) {
    expect((await ask({ email })).status).toBe(303)
    await untilNoTask()
  }
  expect(arrivalsAt(...tagged).map(({ envelopeTo }) => envelopeTo[0])).toEqual(tagged.slice(0, 5))
  expect(arrivalsAt(...others)).toHaveLength(others.length)
  // The other addresses of the mailbox are not touched by what happens to one.
  await goTo(NOON + MINUTE)
  await createJob(site.app())
  expect(await plan()).toBe(1)
  const [to] = (await arrival(10)).envelopeTo
  expect(to).toBe(tagged[0])
})

test('one network may send twenty requests an hour', async () => {
  const statuses: number[] = []
  for (let sent = 0; sent < 20; sent += 1) statuses.push((await ask({ email: `a${sent}@example.com` })).status)
  expect(statuses).toEqual(Array(20).fill(303))
  const refused = await ask()
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 3600])
  expect(await refused.text()).toContain('Too many forms were sent from your network in this hour.')
  await untilNoTask()
})

test('wrong fields are refused with their messages and what was typed; a form-filling program is told nothing', async () => {
  for (const [fields, message] of [
    [{ email: 'ana' }, 'Invalid email address'],
    [{ words: 'x'.repeat(101) }, 'Must be at most 100 characters'],
    [{ words: '🛢️ !!' }, 'Must have letters or digits'],
    [
      { department: 'x'.repeat(400) },
      'Must be at most 200 characters. The form still has the first 200 characters of what you sent.',
    ],
    [{ jobType: 'Slavery' }, 'Choose one of the types'],
    [{ remote: 'no' }, 'Must be yes, or absent'],
    [{ other: '1' }, 'Unknown field: other'],
  ] as const) {
    const refused = await ask({ place: 'Midland & "more"', ...fields })
    const html = await refused.text()
    expect([refused.status, html]).toEqual([400, expect.stringContaining(message)])
    expect(html).toContain('value="Midland &amp; &quot;more&quot;"')
  }
  expect((await ask({ website: 'https://spam.example' })).status).toBe(303)
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"email":"a@example.com"}' }
  expect((await site.app().request(PAGE.jobAlerts, json)).status).toBe(415)
  expect((await send(PAGE.jobAlerts, { email: ANA, words: 'x'.repeat(20_000) })).status).toBe(413)
  const foreign = await send(PAGE.jobAlerts, { email: ANA }, { 'sec-fetch-site': 'cross-site' })
  expect([foreign.status, await foreign.text()]).toEqual([403, expect.not.stringContaining(ANA)])
  expect(await site.app().db.selectFrom('outbox_tasks').select('id').execute()).toEqual([])
})

test.each([
  'ana@example.com\r\nBcc: victim@example.com',
  'ana@example.com, victim@example.com',
  'ana@example.com;victim@example.com',
  'Ana <ana@example.com>',
  '<ana@example.com>',
  '"ana\r\nBcc: v"@example.com',
  'ana@example.com>\r\nDATA',
  'josé@example.com',
  `${'a'.repeat(65)}@example.com`,
  'ana@[127.0.0.1]',
  `${'a'.repeat(250)}@example.com`,
])('no mail leaves for the address %j', async (email) => {
  expect((await ask({ email })).status).toBe(400)
  await untilNoTask()
  expect((await list()).alerts).toEqual([])
  expect(site.smtp().received).toEqual([])
})

test('a domain in any script and every usual character before the @ are mailed, and both spellings are one address', async () => {
  const address = 'o&n/50%ana@xn--bcher-kva.example'
  await ask({ email: 'O&N/50%ana@Bücher.example' })
  // The mail server of the tests reports the domain as people write it.
  const { envelopeTo, source } = await arrival(1)
  expect([envelopeTo, source]).toEqual([['o&n/50%ana@bücher.example'], expect.stringContaining(`To: ${address}`)])
  await ask({ email: address })
  await untilNoTask()
  expect((await list()).alerts.map(({ email }) => email)).toEqual([address, address])
  expect((await list('?address=ana@b%C3%BCcher.example')).alerts).toHaveLength(2)
})

test('a site without a mail server offers no job alerts and says so', async () => {
  const silent = await startTestApp()
  try {
    const page = await silent.request(PAGE.jobAlerts)
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('This site sends no emails')])
    const body = new URLSearchParams({ email: ANA })
    expect((await silent.request(PAGE.jobAlerts, { method: 'POST', body })).status).toBe(404)
    expect(await silent.db.selectFrom('outbox_tasks').select('id').execute()).toEqual([])
  } finally {
    await silent.stop()
  }
})
