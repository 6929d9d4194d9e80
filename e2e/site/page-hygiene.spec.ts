import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { ACTIVE_JOBS } from '../../contract/wire/paths.ts'
import { openAdmin } from '../steps/admin-steps.ts'
import { DEMO_POSTINGS } from '../steps/demo-postings.ts'
import { expect, test } from '../steps/site.ts'
import {
  applicationForm,
  expectSubmitted,
  fillApplication,
  newApplicant,
  openApplication,
  submitButton,
  visit,
} from '../steps/steps.ts'

test('no public page logs an error, violates its content security policy or contacts another host', async ({
  page,
  site,
  consoleErrors,
}) => {
  await site.deleteAllJobs()
  const id = await site.createJob({ title: 'Edge Engineer' })
  const foreign: string[] = []
  page.on('request', (request) => new URL(request.url()).origin !== site.url && foreign.push(request.url()))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy violation: ${violatedDirective} ${blockedURI}`),
    )
  })
  for (const address of ['/', `/jobs/${id}`, '/recovery', '/admin/login', '/admin/setup']) {
    await visit(page, address)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.waitForLoadState('networkidle')
  }
  await visit(page, '/')
  await openApplication(page, 'Edge Engineer')
  await fillApplication(applicationForm(page), newApplicant())
  await submitButton(applicationForm(page)).click()
  await expectSubmitted(page)
  expect.soft(consoleErrors).toEqual([])
  expect.soft(foreign).toEqual([])

  consoleErrors.length = 0
  // The browser itself logs the status of these pages, and nothing else is logged.
  for (const address of ['/no-such-page', '/jobs/2147483647']) await visit(page, address)
  expect(consoleErrors.filter((text) => !/status of 404/.test(text))).toEqual([])
})

test('the letters of every applicant and posting are fetched only where they are shown; a first visit fetches at most 95 kB of scripts and 170 kB in all, an admin 175 kB of scripts, and 27 kB more when idle', async ({
  page,
  site,
}) => {
  await site.deleteAllJobs()
  for (const posting of DEMO_POSTINGS) await site.createJob(posting)
  const fetched: string[] = []
  page.on('requestfinished', (request) => fetched.push(request.url()))
  await visit(page, '/')
  await page.waitForLoadState('networkidle')
  expect(await scriptSize(page, fetched)).toBeLessThan(95_000)
  expect(await wireSize(site.url, fetched)).toBeLessThan(170_000)
  expect(fetched.filter((url) => /latin-ext|vietnamese|admin/.test(url))).toEqual([])

  fetched.length = 0
  await page.route(PRELOADED, (route) => route.abort())
  await site.insertApplicants([{ name: 'Nguyễn Thị Hồng Hạnh' }, { name: 'Jiří Dvořáček' }])
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expect.poll(() => fetched.filter((url) => /(latin-ext|vietnamese)-600-normal/.test(url))).toHaveLength(2)
  await page.waitForLoadState('networkidle')
  expect(await scriptSize(page, fetched)).toBeLessThan(175_000)
  await test.step('what is preloaded for later comes once the browser is idle', async () => {
    await page.unroute(PRELOADED)
    await page.reload()
    for (const part of PRELOADED_PARTS)
      await expect.poll(() => fetched.some((url) => url.includes(part)), part).toBe(true)
    await page.waitForLoadState('networkidle')
    expect(await scriptSize(page, [...new Set(fetched)])).toBeLessThan(202_000)
  })
})

/** The details, which open without a server, the search and menus, which open at once, and the question before a deletion. */
const PRELOADED_PARTS = ['/details-dialog-', '/search-overlay-', '/menu-list-', '/confirm-dialog-']
const PRELOADED = new RegExp(PRELOADED_PARTS.join('|'))

/**
 * Bytes of the bodies behind these addresses, as browsers accept them. The list of postings is not among them: its response
 * to a page that has it is empty.
 */
async function wireSize(url: string, addresses: string[]): Promise<number> {
  const sizes = addresses.filter((address) => address !== url + ACTIVE_JOBS).map(bodySize)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Requested without `fetch`, which would unpack the body. */
async function bodySize(address: string): Promise<number> {
  const [response] = (await once(get(address, { headers: { 'accept-encoding': 'gzip, br' } }), 'response')) as [
    IncomingMessage,
  ]
  return (await buffer(response)).length
}

/** Bytes of the scripts among these addresses, compressed with gzip. */
async function scriptSize({ request }: Page, addresses: string[]): Promise<number> {
  const scripts = addresses.filter((address) => address.endsWith('.js'))
  const headers = { 'accept-encoding': 'gzip' }
  const responses = await Promise.all(scripts.map((address) => request.head(address, { headers })))
  return responses.reduce((sum, response) => sum + Number(response.headers()['content-length']), 0)
}
