import { expectNoViolations, PHONE } from '../../steps/accessible-steps.ts'
import { expectRows, expectTabs, openAdmin, rowOf } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'

test('the search looks in all tabs at once, and shows where a resume has the words', async ({ page, site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  await site.insertApplicants([
    { name: 'Pia Pending', phone: '+1 432 555 0199' },
    { name: 'Ida Interview', status: 'interview', feedback: 'Knows Sparkplug well' },
    { name: 'Rob Rejected', status: 'rejected', note: 'Sparkplug since 2020' },
  ])
  await site.apply({ name: 'Wes Word', email: 'wes@example.com', note: '' }, 'resume.docx')
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expectTabs(page, [2, 0, 1, 0, 1, 0])
  const search = page.getByLabel('Search')
  await test.step('the tab counts follow the search, and what other tabs have is offered', async () => {
    await search.fill('sparkplug')
    await expectTabs(page, [0, 0, 1, 0, 1, 0])
    await expect(page.getByText('No applications found in this category')).toBeVisible()
    await expect(page.getByRole('button', { name: '1 in Rejected' })).toBeVisible()
    await page.getByRole('button', { name: '1 in Interview' }).click()
    await expectRows(page, ['Ida Interview'])
    await expect(search).toHaveValue('sparkplug')
  })
  await test.step('the digits of a phone number find it however they are written', async () => {
    await page.getByRole('tab', { name: 'Pending' }).click()
    await search.fill('4325550199')
    await expectRows(page, ['Pia Pending'])
  })
  await test.step('a word of the resume is marked in a line under the row', async () => {
    await search.fill('')
    await expectTabs(page, [2, 0, 1, 0, 1, 0])
    await expect(async () => {
      await search.fill('')
      await search.fill('outstations')
      await expect(page.locator('mark').first()).toHaveText(/outstations/i, { timeout: 1_500 })
    }).toPass()
    await expectRows(page, ['Wes Word'])
    await expect(rowOf(page, 'Wes Word')).toBeVisible()
    await expectNoViolations(page, 'a found resume')
    await page.setViewportSize({ width: 768, height: 1024 })
    const ends = page.locator('table, thead th:last-child, .snippet td')
    await expect
      .poll(() => ends.evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().right))))
      .toEqual([751, 751, 751])
    await page.setViewportSize(PHONE)
    await page.locator('mark').first().scrollIntoViewIfNeeded()
    await expect(page.locator('mark').first()).toBeInViewport({ ratio: 1 })
  })
})
