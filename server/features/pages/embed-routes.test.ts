import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { changeSettings } from '../../../test/change-settings.ts'
import { createJob, jobBody } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp()
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())

const SITES = ['https://www.example.com', 'http://intranet.example.com:8080']

async function read(path: string) {
  const response = await app.request(path)
  const policy = response.headers.get('content-security-policy')?.split('; ') ?? []
  return { response, policy, html: await response.text() }
}

test('the embedded list links to every open posting, without JavaScript and out of the frame', async () => {
  const id = await createJob(app, { title: 'Edge <Engineer> & "more"' })
  await createJob(app, { title: 'A draft', status: 'draft' })
  const { html } = await read('/embed')
  expect(html).toContain(`href="/jobs/${id}?source=embed" target="_top"`)
  expect(html).toContain('Edge &lt;Engineer&gt; &amp; &quot;more&quot;')
  expect(html).toContain('<meta name="robots" content="noindex" />')
  expect(html).not.toContain('A draft')
  await admin.send('PATCH', `/api/admin/jobs/${id}`, { status: 'filled' })
  expect((await read('/embed')).html).not.toContain('Engineer')
})

test('the embedded list shows 50 postings and leads to all of them', async () => {
  const listed = await startTestApp()
  try {
    const client = adminClient(listed, await listed.signIn())
    await Promise.all(Array.from({ length: 51 }, () => client.send('POST', ADMIN_API.adminJobs, jobBody())))
    const html = await (await listed.request('/embed')).text()
    expect(html.match(/<li>/g)).toHaveLength(50)
    expect(html).toContain('See all 51 open positions')
  } finally {
    await listed.stop()
  }
})

test('no site may frame the list until one is in the settings, and then only that one, and only the list', async () => {
  const none = await read('/embed')
  expect(none.policy).toContain("frame-ancestors 'none'")
  expect(none.response.headers.get('x-frame-options')).toBe('DENY')

  await changeSettings(admin, { embeddingSites: SITES })
  const framed = await read('/embed')
  expect(framed.policy).toContain(`frame-ancestors ${SITES.join(' ')}`)
  expect(framed.policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "base-uri 'none'"]))
  expect(framed.response.headers.has('x-frame-options')).toBe(false)
  const etag = framed.response.headers.get('etag') ?? ''
  const unchanged = await app.request('/embed', { headers: { 'if-none-match': etag } })
  expect([unchanged.status, unchanged.headers.has('x-frame-options')]).toEqual([304, false])
  for (const path of ['/', '/apply', '/admin/login', '/embed.js']) {
    const { response, policy } = await read(path)
    expect(policy, path).toContain("frame-ancestors 'none'")
    expect(response.headers.get('x-frame-options'), path).toBe('DENY')
  }
})

test('another site may load the script of the list, and nothing else', async () => {
  const policyOf = async (path: string) => (await app.request(path)).headers.get('cross-origin-resource-policy')
  expect(await policyOf('/embed.js')).toBe('cross-origin')
  for (const path of ['/embed-frame.js', '/embed.css', '/theme.js', '/api/jobs']) {
    expect(await policyOf(path), path).toBe('same-origin')
  }
})

test.each(['light', 'dark', 'auto'])('the list comes in %s colours', async (theme) => {
  expect((await read(`/embed?theme=${theme}`)).html).toContain(`data-theme="${theme}"`)
})

test('the list is light when the page asks for colours that there are not', async () => {
  expect((await read('/embed?theme=%22%3E')).html).toContain('data-theme="light"')
})

test.each([
  'www.example.com',
  'https://www.example.com/',
  'https://www.example.com/jobs',
  'https://www.example.com:99999',
  'https://-',
  'https://*.example.com',
  "https://example.com;script-src 'unsafe-inline'",
  'https://user@example.com',
  'javascript://example.com',
  'https://example.com https://evil.example',
])('%s is refused as a site', async (site) => {
  const refused = await admin.request<{ code: string; issues: { message: string }[] }>('PATCH', ADMIN_API.settings, {
    settings: { embeddingSites: [site] },
    version: null,
  })
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
  expect(refused.body.issues[0]?.message).toContain('such as https://www.example.com')
})
