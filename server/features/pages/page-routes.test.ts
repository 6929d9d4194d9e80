import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ publicUrl: 'https://careers.example.com' })
})
afterAll(() => app.stop())

const page = async (path: string) => {
  const response = await app.request(path)
  return { status: response.status, headers: response.headers, html: await response.text() }
}
/** Parses the JSON block of a page. */
const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')

test('GET / is rendered with the open postings and carries them as data', async () => {
  const id = await createJob(app, { title: 'Flow Computer Specialist' })
  const { status, html } = await page('/')
  expect(status).toBe(200)
  expect(html).toContain('Flow Computer Specialist</')
  const { jobs } = dataOf(html).responses['/']
  expect(jobs).toMatchObject([{ id, title: 'Flow Computer Specialist' }])
  // Each posting once, as its row: the browser reads the whole ones from the list.
  expect(jobs[0]).not.toHaveProperty('description')
})

test('a changed posting shows at once on every page and in every list', async () => {
  const id = await createJob(app, { title: 'Before' })
  const paths = ['/', `/jobs/${id}`, '/api/jobs?active=true', '/sitemap.xml']
  for (const path of paths.slice(0, 3)) expect((await page(path)).html).toContain('Before')
  const headers = { ...(await app.signIn()), 'content-type': 'application/json' }
  const change = { method: 'PATCH', headers, body: JSON.stringify({ title: 'After' }) }
  expect((await app.request(`/api/admin/jobs/${id}`, change)).status).toBe(200)
  for (const path of paths.slice(0, 3)) {
    const { html } = await page(path)
    expect([html.includes('Before'), html.includes('After')]).toEqual([false, true])
  }
  expect((await app.request(`/api/admin/jobs/${id}`, { method: 'DELETE', headers: await app.signIn() })).status).toBe(
    204,
  )
  for (const path of paths) expect((await page(path)).html).not.toMatch(new RegExp(`After|/jobs/${id}<`))
})

test('a client that has the page or the list gets 304 without a body', async () => {
  for (const path of ['/', '/api/jobs?active=true']) {
    const etag = (await app.request(path)).headers.get('etag') ?? ''
    const again = await app.request(path, { headers: { 'if-none-match': etag, 'accept-encoding': 'br' } })
    expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
  }
})

test('GET /jobs/{id} has title, canonical address and structured data of the posting', async () => {
  const id = await createJob(app, { title: 'Edge Engineer' })
  const { status, html } = await page(`/jobs/${id}`)
  expect(status).toBe(200)
  expect(html).toMatch(/<title>[^<]*Edge Engineer/)
  expect(html).toContain(`<link rel="canonical" href="https://careers.example.com/jobs/${id}"`)
  expect(html).toContain('property="og:title"')
  const structured = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')
  expect(structured).toMatchObject({ '@type': 'JobPosting', title: 'Edge Engineer', employmentType: 'FULL_TIME' })
  expect(html).not.toContain('INT-7')
})

test.each(['2147483647', '99999999999', 'abc', '1x', '0', '-1', '1.5'])(
  'GET /jobs/%s is 404 with its page',
  async (id) => {
    const { status, html } = await page(`/jobs/${id}`)
    expect(status).toBe(404)
    expect(html).toContain('Job Not Found')
  },
)

test('a closed posting is 404 and leaves the site map', async () => {
  const open = await createJob(app)
  const closed = await createJob(app, { status: 'filled', isActive: false })
  expect((await page(`/jobs/${closed}`)).status).toBe(404)
  const { html: siteMap, headers } = await page('/sitemap.xml')
  expect(headers.get('content-type')).toContain('application/xml')
  expect(siteMap).toContain(`<loc>https://careers.example.com/jobs/${open}</loc>`)
  expect(siteMap).not.toContain(`/jobs/${closed}<`)
})

test.each(['/nowhere', '/admin/nowhere', '/jobs', '/index.html'])(
  'GET %s is 404 with the not-found page',
  async (path) => {
    const { status, html } = await page(path)
    expect(status).toBe(404)
    expect(html).toContain('404 Page Not Found')
  },
)

test.each([
  ['/recovery/', '/recovery'],
  ['/jobs/1/?from=mail', '/jobs/1?from=mail'],
  ['//evil.example/', '/evil.example'],
])('GET %s redirects to %s', async (address, target) => {
  const response = await app.request(address, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([308, target])
})

test.each(['/%', '/api/jobs/%zz', `/api/jobs/${'1'.repeat(300)}`])('GET %s is 404', async (address) => {
  const response = await app.request(address)
  expect(response.status).toBe(404)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await response.json()).toMatchObject({ code: 'not_found' })
})

test('an unknown API address is 404 as JSON', async () => {
  const response = await app.request('/api/nowhere')
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ message: 'Not found', code: 'not_found' })
})

test('robots.txt names the site map and excludes the admin area', async () => {
  const { html } = await page('/robots.txt')
  expect(html).toContain('Disallow: /admin')
  expect(html).toContain('Sitemap: https://careers.example.com/sitemap.xml')
})

test('stored text cannot break out of the page data or the markup', async () => {
  const id = await createJob(app, { title: '</script><script>alert(1)</script>', requirements: '<!-- $& -->' })
  const { html } = await page(`/jobs/${id}`)
  expect(html).not.toContain('<script>alert(1)')
  expect(dataOf(html).responses[`/api/jobs/${id}`].requirements).toBe('<!-- $& -->')
})

test('every page forbids inline scripts and all frames', async () => {
  const policy = (await page('/')).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("style-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("default-src 'none';")
  expect(policy).not.toMatch(/(frame|child|object)-src (?!'none')/)
})

test('no page carries an inline script or style', async () => {
  for (const path of ['/', '/apply', '/apply/sent', '/recovery', '/admin/login', '/admin/setup', '/nowhere']) {
    const { html } = await page(path)
    expect(html, path).not.toMatch(/ style="|<style|javascript:|\son\w+="/)
    const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes ?? '')
    for (const attributes of scripts) expect(attributes, path).toMatch(/ src=|application\/(ld\+)?json/)
  }
})
