import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Application } from '../../../contract/applications/application.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { adminClient } from '../../../test/admin-client.ts'
import { applicationForm, createJob } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let job: number
beforeAll(async () => {
  app = await startTestApp()
  job = await createJob(app)
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('applications').execute()
})

/** Opens an address from another page of the site. */
const follow = (address: string, from: string, origin = app.url) =>
  app.request(address, { headers: { referer: origin + from }, redirect: 'manual' })
const storedSource = async () => (await app.db.selectFrom('applications').select('source').executeTakeFirst())?.source

test('POST /api/submit-application stores the source in lower case, and drops what is none without a word', async () => {
  const admin = adminClient(app, await app.signIn())
  const given = [' LinkedIn ', 'job.board_2-x', 'x'.repeat(41), 'two words', '<b>', 'šlapanice', '', undefined]
  const read: unknown[] = []
  for (const source of given) {
    const response = await app.request(API.submitApplication, { method: 'POST', body: applicationForm({ source }) })
    expect([source, response.status]).toEqual([source, 201])
    const { id } = (await response.json()) as { id: number }
    read.push((await admin.request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))).body.source)
  }
  expect(read).toEqual(['linkedin', 'job.board_2-x', null, null, null, null, null, null])
})

test('a repeated form is the same application, whatever its source', async () => {
  const headers = { 'idempotency-key': 'one-form' }
  const send = async (source: string) =>
    (await app.request(API.submitApplication, { method: 'POST', body: applicationForm({ source }), headers })).status
  expect([await send('first'), await send('second')]).toEqual([201, 201])
  expect(await storedSource()).toBe('first')
})

test('without JavaScript a source survives the way from the list over a posting to the form', async () => {
  const posting = pathTo(PAGE.job, job)
  const steps = [
    ['/?source=Newsletter', posting, `${posting}?source=newsletter`],
    [`${posting}?source=newsletter`, '/?q=scada', '/?q=scada&source=newsletter'],
    [`${posting}?source=newsletter`, `${PAGE.apply}?job=${job}`, `${PAGE.apply}?job=${job}&source=newsletter`],
  ] as const
  for (const [from, to, expected] of steps) {
    const page = await app.request(from)
    expect([from, page.status, page.headers.get('referrer-policy')]).toEqual([
      from,
      200,
      'strict-origin-when-cross-origin',
    ])
    const next = await follow(to, from)
    expect([next.status, next.headers.get('location')]).toEqual([302, expected])
    expect(next.headers.get('cache-control')).toBe('no-store')
  }
  const send = (fields: object) =>
    app.request(PAGE.apply, {
      method: 'POST',
      body: applicationForm({ jobId: String(job), ...fields }),
      headers: { referer: `${app.url}${posting}?source=newsletter` },
      redirect: 'manual',
    })
  const refused = await send({ source: '', email: 'nobody' })
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringMatching(/<input type="hidden" name="source" value="newsletter"/),
  ])
  expect((await send({ source: '' })).status).toBe(303)
  expect(await storedSource()).toBe('newsletter')
})

test('the first source is kept: neither the page before nor one on another site changes that of an address', async () => {
  const posting = pathTo(PAGE.job, job)
  expect((await follow(`${posting}?source=first`, '/?source=second')).status).toBe(200)
  for (const [from, origin] of [
    ['/?source=theirs', 'https://other.example.com'],
    ['/?source=%3Cscript%3E', app.url],
    ['/?other=1', app.url],
    ['', 'no address?source=x'],
  ])
    expect([from, (await follow(posting, from ?? '', origin)).status]).toEqual([from, 200])
})

test('a page has one text, tag and address for search engines whatever the source, and keeps what else was asked for', async () => {
  const read = async (address: string) => {
    const response = await app.request(address)
    return { text: await response.text(), tag: response.headers.get('etag') }
  }
  for (const path of [PAGE.landing, pathTo(PAGE.job, job), `${PAGE.apply}?job=${job}`]) {
    const plain = await read(path)
    const mark = path.includes('?') ? '&' : '?'
    for (const source of ['indeed', 'x'.repeat(2_000), '%22%3E', 'a&source=b'])
      expect(await read(`${path}${mark}source=${source}`), `${path} ${source}`).toEqual(plain)
    expect(plain.text).not.toContain('source=')
  }
  // Only a page whose address has a source tells its address to the next one.
  for (const address of ['/', '/?source=%22', '/?q=a'])
    expect((await app.request(address)).headers.get('referrer-policy')).toBe('strict-origin')
})
