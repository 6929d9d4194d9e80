import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorBody } from '../../../../contract/wire/error.ts'
import { API } from '../../../../contract/wire/paths.ts'
import { applicationForm, apply } from '../../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const issuesOf = async (fields: Record<string, string>) => {
  const response = await app.request(API.submitApplication, { method: 'POST', body: applicationForm(fields) })
  return ((await response.json()) as ErrorBody).issues
}

test('addresses of an applicant are stored as given, shown to admins, found by a search, and may be left out', async () => {
  const linkedinUrl = 'https://www.LinkedIn.com/in/ana-nunez?x=<b>'
  const portfolioUrl = 'http://pumps.example.com/'
  const id = await apply(app, { linkedinUrl: ` ${linkedinUrl} `, portfolioUrl })
  const without = await apply(app, { linkedinUrl: '', name: 'Without' })
  const headers = await app.signIn()
  const read = async (query: string) => (await app.request(`/api/applications${query}`, { headers })).json()
  expect(await read('')).toMatchObject([
    { id: without, linkedinUrl: null, portfolioUrl: null },
    { id, linkedinUrl, portfolioUrl },
  ])
  for (const q of ['ana-nunez', 'pumps', 'linkedin']) expect(await read(`?q=${q}`)).toMatchObject([{ id }])
  expect(await read('?q=http')).toEqual([])
})

test('an address without its scheme, as people write it, is stored with https://', async () => {
  const id = await apply(app, { linkedinUrl: 'linkedin.com/in/zoe', portfolioUrl: 'zoe.example' })
  const headers = await app.signIn()
  const stored = await (await app.request('/api/applications?q=zoe', { headers })).json()
  expect(stored).toMatchObject([
    { id, linkedinUrl: 'https://linkedin.com/in/zoe', portfolioUrl: 'https://zoe.example' },
  ])
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://linkedin.com/in/ana',
  'example.com/in/ana',
  'linkedin.com@example.com/in/ana',
  'https://linkedin.com.example.com/in/ana',
  'https://notlinkedin.com/in/ana',
  'https://linkedin.com@example.com/',
  'https://ana:secret@linkedin.com/',
  'https:linkedin.com/in/ana',
  'https://',
])('%s is no LinkedIn address', async (linkedinUrl) => {
  expect(await issuesOf({ linkedinUrl })).toEqual([
    {
      path: 'linkedinUrl',
      message: 'Please enter a LinkedIn address, such as https://www.linkedin.com/in/your-name',
    },
  ])
})

test.each([
  'javascript:alert(1)',
  'example',
  '//example.com',
  'ana@example.com',
  '4.5',
  'https://ana@example.com',
  'https:/api/applications',
  'HTTPS:admin/all-applications',
])('%s is no address of a portfolio', async (portfolioUrl) => {
  expect(await issuesOf({ portfolioUrl })).toEqual([
    { path: 'portfolioUrl', message: 'Please enter a whole address, such as https://example.com' },
  ])
})

test('an address has at most 300 characters, and is part of what a repeated key is compared with', async () => {
  const longest = `https://example.com/${'x'.repeat(280)}`
  expect(await issuesOf({ portfolioUrl: `${longest}x` })).toEqual([
    { path: 'portfolioUrl', message: 'Portfolio address must be at most 300 characters' },
  ])
  const send = async (portfolioUrl: string) => {
    const body = applicationForm({ portfolioUrl })
    const headers = { 'idempotency-key': 'links' }
    return (await app.request(API.submitApplication, { method: 'POST', body, headers })).status
  }
  expect([await send(longest), await send(longest), await send('https://example.com/')]).toEqual([201, 201, 409])
})
