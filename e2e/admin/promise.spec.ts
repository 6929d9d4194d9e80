import { expectNoViolations, PHONE } from '../steps/accessible-steps.ts'
import { choose, expectRows, openAdmin, rowOf, statOf } from '../steps/admin-steps.ts'
import { expect, test } from '../steps/site.ts'

const DAY_MS = 86_400_000

test('the settings say how soon applicants are answered, and the dashboard counts who is not', async ({
  page,
  site,
}) => {
  await site.deleteAllApplications()
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
  await site.insertApplicants([
    { name: 'Pia Pending', created_at: daysAgo(12) },
    { name: 'Rea Rejected', status: 'rejected', created_at: daysAgo(9) },
    { name: 'Ari Archived', archived: 1, created_at: daysAgo(20) },
  ])
  await openAdmin(page, site, '/admin/settings', 'Settings')
  const save = async (days: string) => {
    await page.getByLabel('Answer within (days)').fill(days)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  }
  await save('4')
  await test.step('the dashboard marks who waits longer, in the row and in its line; the count lists them', async () => {
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Dashboard' }).click()
    await expect(statOf(page, 'Late')).toHaveText('Late1past the day')
    await page.getByRole('link', { name: 'Late' }).click()
    await expect(page).toHaveURL('/admin/dashboard?tab=late')
    await expectRows(page, ['Pia Pending'])
    await expectNoViolations(page, 'who waits longer than promised')
    await expect(rowOf(page, 'Pia Pending').locator('[data-overdue]')).toBeVisible()
  })
  await test.step('what is decided but not answered has a list, oldest first, and a mark ends it', async () => {
    await expect(statOf(page, 'Not answered')).toHaveText('Not answered2decided')
    await page.getByRole('link', { name: 'Not answered' }).click()
    await expectRows(page, ['Ari Archived', 'Rea Rejected'])
    await expectNoViolations(page, 'what is not answered')
    await choose(page, 'Ari Archived', 'Mark as Answered')
    await expectRows(page, ['Rea Rejected'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectRows(page, ['Ari Archived', 'Rea Rejected'])
    await choose(page, 'Ari Archived', 'Mark as Answered')
    await expect(statOf(page, 'Not answered')).toHaveText('Not answered1decided')
  })
  await test.step('the details say so, and by whom', async () => {
    await rowOf(page, 'Rea Rejected').getByRole('button', { name: 'Details' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Not answered yet')).toBeVisible()
    await dialog.getByRole('button', { name: 'Mark as answered' }).click()
    await expect(dialog.getByText(/^Marked by /)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('Every applicant knows the decision.')).toBeVisible()
  })
  await test.step('the review page says it, and nothing of a page to which no mail has led the applicant', async () => {
    await page.goto('/admin/dashboard?tab=late')
    await page.getByRole('link', { name: 'Pia Pending' }).click()
    await expect(page.getByText(/The answer was promised by /)).toBeVisible()
    await expect(page.getByText(/My application shows this/)).toHaveCount(0)
  })
  await test.step('on a phone nothing scrolls sideways', async () => {
    await page.setViewportSize(PHONE)
    await page.goto('/admin/dashboard?tab=unanswered')
    await expect(statOf(page, 'Late')).toHaveText('Late1past the day')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await expectNoViolations(page, 'what is not answered, on a phone')
    await page.goto('/admin/settings')
    await save('10')
  })
})
