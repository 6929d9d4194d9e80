import type { Page } from '@playwright/test'
import { expectRows, openAdmin, rowOf } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'

/** Bytes of all further responses on the wire, including headers, by address. */
async function countBytes(page: Page): Promise<Map<string, number>> {
  const bytes = new Map<string, number>()
  const addresses = new Map<string, string>()
  const browser = await page.context().newCDPSession(page)
  const add = (requestId: string, length: number) => {
    const address = addresses.get(requestId)
    if (address?.includes('/api/')) bytes.set(address, (bytes.get(address) ?? 0) + length)
  }
  browser.on('Network.responseReceived', ({ requestId, response }) => {
    addresses.set(requestId, response.url)
    add(requestId, response.encodedDataLength)
  })
  browser.on('Network.dataReceived', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength))
  await browser.send('Network.enable')
  return bytes
}

test('a dashboard on which nothing happens costs under 2 kB each time it reads again, and shows what is new', async ({
  page,
  site,
}) => {
  await site.deleteAllApplications()
  const names = Array.from({ length: 25 }, (_, index) => `Applicant ${index}`)
  const day = (index: number) => `2026-01-${String(31 - index).padStart(2, '0')}T12:00:00.000Z`
  await site.insertApplicants(names.map((name, index) => ({ name, created_at: day(index) })))
  await page.clock.install()
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expectRows(page, names)
  // The first turn also has what is loaded ahead, which comes late on a slow machine.
  const first = await countBytes(page)
  await page.clock.runFor(31_000)
  await expect.poll(() => first.size).toBeGreaterThanOrEqual(4)
  for (let turn = 1; turn <= 2; turn += 1) {
    const bytes = await countBytes(page)
    await page.clock.runFor(31_000)
    await expect.poll(() => bytes.size).toBe(4)
    const sum = [...bytes.values()].reduce((total, one) => total + one, 0)
    expect(sum, JSON.stringify([...bytes])).toBeLessThan(2_048)
  }
  await site.insertApplicants([{ name: 'Zoe New', created_at: '2026-02-01T12:00:00.000Z' }])
  await page.clock.runFor(31_000)
  await page.getByRole('button', { name: '1 new · Show' }).click()
  await expect(rowOf(page, 'Zoe New')).toBeVisible()
})
