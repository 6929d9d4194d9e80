import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SiteTexts } from '../../../contract/site/site-texts.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { SITE_TEXT } from '../../../contract/wire/limits.ts'
import { PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { createJob } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

type Stored = { texts: SiteTexts; builtIn: { privacy: string; terms: string }; version: number | null }

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp()
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('site_texts').execute()
  await change({ retention: 'Kept for a year.' })
})

const read = () => admin.request<Stored>('GET', ADMIN_API.siteTexts)
const patch = (texts: object, version: number | null) =>
  admin.request<object>('PATCH', ADMIN_API.siteTexts, { texts, version })
async function change(changes: Partial<SiteTexts>): Promise<void> {
  expect((await patch(changes, (await read()).body.version)).status).toBe(200)
}
async function page(path: string) {
  const response = await app.request(path)
  const html = await response.text()
  return {
    status: response.status,
    html,
    words: html.replaceAll(/<script.*?<\/script>/gs, '').replaceAll(/<[^>]+>/g, ' '),
  }
}

test('the built-in policy and terms name the company, are on their pages, and are told to owners as built in', async () => {
  const { texts, builtIn } = (await read()).body
  expect(texts).toMatchObject({ privacy: null, terms: null })
  expect(builtIn.privacy).toMatch(/resume.*interviews.*messages.*History|history of what was done/s)
  for (const [path, title] of [
    [PAGE.privacy, 'Privacy Policy'],
    [PAGE.terms, 'Terms of Service'],
  ] as const) {
    const { status, html, words } = await page(path)
    expect([path, status]).toEqual([path, 200])
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
    expect(words).toContain('Permian Edge Controls, LLC')
    expect(html).toMatch(/<h2[^>]*>[^<]+<\/h2>/)
    expect(html).not.toContain('noindex')
    expect(words).not.toMatch(/built.in|default/i)
  }
})

test('a text of an owner replaces the built-in one at once, as text with headings and lists and never as HTML', async () => {
  await change({ privacy: 'Hello <b>you</b>\n# What we keep\n- your name\n- <script>alert(1)</script>\n## More\nText' })
  const { html } = await page(PAGE.privacy)
  expect(html).toContain('Hello &lt;b&gt;you&lt;/b&gt;')
  expect(html).toMatch(/<h2[^>]*>What we keep<\/h2>.*<li>your name<\/li>.*<h3[^>]*>More<\/h3>/s)
  expect(html).not.toContain('<script>alert')
  expect(html).not.toContain('What we do not store')
})

test('without a text there is no page, no link and no entry in the site map', async () => {
  expect((await page('/sitemap.xml')).html).toContain('/privacy<')
  expect((await page('/')).html).toContain('href="/terms"')
  await change({ privacy: '', terms: ' \n ' })
  for (const path of [PAGE.privacy, PAGE.terms]) {
    expect((await page(path)).status).toBe(404)
    for (const from of ['/', '/apply', '/sitemap.xml']) {
      const { html } = await page(from)
      expect(html).not.toContain(`href="${path}"`)
      expect(html).not.toContain(`${path}<`)
    }
  }
})

test('benefits and hiring steps are on the landing page, and nothing of them without any', async () => {
  expect((await page('/')).words).not.toContain('What we offer')
  await change({
    benefits: ['Every second Friday off'],
    hiringSteps: ['A call', 'A day with us'],
    readers: 'Ana reads it.',
  })
  const { words } = await page('/')
  expect(words).toMatch(/What we offer\s+Every second Friday off/)
  expect(words).toMatch(/safely stored\.\s.*Ana reads it\.\s.*within 10 days\.\s.*A call\s.*A day with us/s)
})

test('every form says how long data is kept, also without JavaScript', async () => {
  const id = await createJob(app)
  for (const path of ['/', '/apply', pathTo(PAGE.job, id), '/recovery']) {
    const { html } = await page(path)
    expect(html.split('Kept for a year.').length, path).toBeGreaterThan(2)
  }
  await change({ retention: '', privacy: '' })
  expect((await page('/apply')).words).not.toContain('opens a new tab')
})

test.each([
  [{ benefits: Array(SITE_TEXT.benefits + 1).fill('x') }, 'benefits', 'Enter at most 12 benefits'],
  [{ hiringSteps: Array(SITE_TEXT.hiringSteps + 1).fill('x') }, 'hiringSteps', 'Enter at most 8 steps'],
  [{ hiringSteps: ['x', 'x'.repeat(201)] }, 'hiringSteps.1', 'Must be at most 200 characters'],
  [{ readers: ' ' }, 'readers', 'Say who reads an application'],
  [{ privacy: 'x'.repeat(SITE_TEXT.page + 1) }, 'privacy', 'Must be at most 20,000 characters'],
  [{ retention: 'x'.repeat(301) }, 'retention', 'Must be at most 300 characters'],
])('texts %#: a fault is refused with a message at the field', async (changes, path, message) => {
  const { texts, version } = (await read()).body
  const response = await patch(changes, version)
  expect(response.status).toBe(400)
  expect(JSON.stringify(response.body)).toContain(message)
  expect(JSON.stringify(response.body)).toContain(path)
  expect((await read()).body.texts).toEqual(texts)
})

test('after a return to an older version, saving one text keeps the others that it cannot read', async () => {
  const document = { privacy: { text: 'Ours', language: 'en' }, retention: 'A year.', textOfLater: 'Hello' }
  await app.db
    .updateTable('site_texts')
    .set({ texts: JSON.stringify(document) })
    .execute()
  expect((await read()).body.texts).toMatchObject({ privacy: null, retention: 'A year.' })
  await change({ readers: 'Ana reads it.' })
  const { texts } = await app.db.selectFrom('site_texts').select('texts').executeTakeFirstOrThrow()
  expect(JSON.parse(texts)).toEqual({ ...document, readers: 'Ana reads it.' })
})

test('texts that another admin has changed meanwhile are not overwritten, and each change is in the audit trail', async () => {
  const entries = async () =>
    (await app.db.selectFrom('audit_trail').select(['event', 'username']).execute()).filter(({ event }) =>
      event.includes('site_texts_changed'),
    )
  const before = (await entries()).length
  const { version } = (await read()).body
  const attempts = await Promise.all(['One.', 'Two.'].map((readers) => patch({ readers }, version)))
  expect(attempts.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(['One.', 'Two.']).toContain((await read()).body.texts.readers)
  expect(await entries()).toHaveLength(before + 1)
  expect((await entries())[0]?.username).toBe('admin')
})
