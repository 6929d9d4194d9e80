import { expect, test } from 'vitest'
import { loginAddress, pageAfterLogin } from './login-address.ts'

test.each([
  ['/admin/dashboard', '?tab=hired&q=a%26b+%C3%A9&sort=name'],
  ['/admin', '?tab=archived'],
  ['/admin/jobs', ''],
  ['/admin/jobs/7', ''],
  ['/admin/interviews', ''],
  ['/admin/insights', ''],
  ['/admin/messages', ''],
  ['/admin/job-alerts', ''],
  ['/admin/settings', ''],
  ['/admin/storage', ''],
  ['/admin/applications/43', '?tab=interview'],
  ['/view-applications', ''],
])('%s%s comes back after a sign-in', (path, query) => {
  const [page, remembered] = loginAddress(path, query).split('?')
  expect(page).toBe('/admin/login')
  expect(pageAfterLogin(`?${remembered}`)).toBe(path + query)
})

test.each([
  ['/admin/dashboard', ''],
  ['/admin', ''],
  ['/', ''],
  ['/recovery', '?x=1'],
  ['/admin/login', ''],
])('%s%s needs nothing remembered', (path, query) => {
  expect(loginAddress(path, query)).toBe('/admin/login')
})

test('a session that ends again on the login page preserves the next page', () => {
  const [path = '', query] = loginAddress('/admin/jobs', '').split('?')
  expect(loginAddress(path, `?${query}`)).toBe('/admin/login?next=%2Fadmin%2Fjobs')
})

test.each([
  '',
  'https://evil.example/admin/jobs',
  '//evil.example',
  '//evil.example/admin/jobs',
  '/\\evil.example',
  '\\\\evil.example',
  '/admin/jobs/../../\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/admin/jobs#x',
  '/admin/login',
  '/admin/setup',
  '/admin/join',
  '/admin/reset-password',
  '/admin/applications/43/resume',
  '/admin/applications/x',
  '/admin/jobs/7/8',
  '/recovery',
  'admin/jobs',
])('an address that is not a page of the admin area leads to the dashboard: %s', (next) => {
  expect(pageAfterLogin(`?${new URLSearchParams({ next })}`)).toBe('/admin/dashboard')
})
