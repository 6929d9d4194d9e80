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

test('the key / searches people and postings of every status from any page, and Enter opens what is found', async ({
  page,
  site,
}) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  const jobId = await site.createJob({ title: 'Sparkplug Engineer', status: 'draft', isActive: false })
  await site.insertApplicants([
    { name: 'Pia Pending', note: `${'Ten years on site. '.repeat(20)}Sparkplug since 2020.` },
    {
      name: 'Rob Rejected',
      status: 'rejected',
      feedback: 'Knows Sparkplug well',
      created_at: '2026-02-03T12:00:00.000Z',
    },
    { name: 'Ari Sparkplug', archived: 1, created_at: '2026-02-02T12:00:00.000Z' },
    { name: 'Sparkplug Bot', quarantined: 1 },
  ])
  const overlay = page.getByRole('dialog', { name: 'Search people and postings' })
  const field = overlay.getByRole('combobox')
  const options = overlay.getByRole('option')
  const chosen = overlay.locator('[aria-selected=true]')
  await openAdmin(page, site, '/admin/storage', 'Storage Settings')
  await test.step('it opens with the focus in its field, and Escape gives the focus back', async () => {
    const button = page.getByRole('button', { name: 'Search' })
    await button.focus()
    await page.keyboard.press('/')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(overlay).toHaveCount(0)
    await expect(button).toBeFocused()
    await page.keyboard.press('/')
  })
  await test.step('who is found by name comes first, each with the status and the found word', async () => {
    await page.keyboard.type('spark')
    await expect(options).toHaveCount(5)
    await expect(options.nth(0)).toContainText(/Ari Sparkplug.*archived.*pending/i)
    await expect(options.nth(1)).toContainText(/Pia Pending.*pending.*Note .*Sparkplug since 2020/i)
    await expect(options.nth(2)).toContainText(/Rob Rejected.*rejected.*Feedback Knows Sparkplug well/i)
    await expect(options.nth(3)).toContainText(/Sparkplug Engineer.*Draft/)
    await expect(options.nth(4)).toHaveText('Show all in the list')
    await expect(overlay.locator('mark')).toHaveText(Array(4).fill('Sparkplug'))
    await expect(chosen).toContainText('Ari Sparkplug')
    await expectNoViolations(page, 'the search overlay')
  })
  await test.step('arrow keys choose, and Enter opens the person among those of the same status', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(chosen).toContainText('Rob Rejected')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/applications\/\d+\?tab=rejected&q=spark$/)
    await expect(page.getByRole('heading', { name: 'Rob Rejected' })).toBeVisible()
    await expect(overlay).toHaveCount(0)
  })
  await test.step('the last words are kept and replaced by what is typed; Enter waits for what it finds', async () => {
    await page.keyboard.press('/')
    await expect(field).toHaveValue('spark')
    await page.keyboard.type('engineer')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/admin/jobs/${jobId}`)
    await expect(page.getByRole('heading', { name: 'Sparkplug Engineer' })).toBeVisible()
  })
  await test.step('the list of the dashboard can show all of them, in the tab that has the first', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('rob')
    await expect(options).toHaveText([/Rob Rejected/, 'Show all in the list'])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/dashboard?tab=rejected&q=rob')
    await expectRows(page, ['Rob Rejected'])
  })
  await test.step('on a phone it fills the screen, and says when nothing is found or the search fails', async () => {
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Search' }).click()
    await field.fill('zzz')
    await expect(overlay.getByRole('status')).toHaveText('Nothing found for “zzz”.')
    const box = await overlay.boundingBox()
    expect([box?.x, box?.y, box?.height]).toEqual([0, 0, PHONE.height])
    await page.route('**/api/admin/search?*', (route) => route.fulfill({ status: 400, json: { message: 'No' } }))
    await field.fill('pia')
    await expect(overlay.getByRole('status')).toHaveText('The search could not be made. Check your connection.')
    await page.unroute('**/api/admin/search?*')
    await overlay.getByRole('button', { name: 'Try again' }).click()
    await options.first().click()
    await expect(page.getByRole('heading', { name: 'Pia Pending' })).toBeVisible()
  })
})
