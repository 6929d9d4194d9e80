import type { Locator, Page } from '@playwright/test'
import type { Tag } from '../../../contract/team/tags.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { PHONE } from '../../steps/accessible-steps.ts'
import { openAdmin } from '../../steps/admin-steps.ts'
import { enterAs } from '../../steps/enter-as.ts'
import { applicantOfPosting } from '../../steps/review-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { visit } from '../../steps/steps.ts'

test('the name of an applicant is whole at every width, and a tag below or beside it has a word or is counted', async ({
  page,
  browser,
  site,
}) => {
  const { amy } = await applicantOfPosting(site)
  await tag(site, amy, 'Bilingual', 'Needs a work permit')
  await enterAs(browser, site, 'recruiter')
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await page.getByRole('checkbox', { name: 'Select Amy First' }).check()
  await page.getByRole('combobox', { name: 'Assign to' }).selectOption({ index: 2 })
  await expect(rowOfAmy(page).getByText(/^assigned to/)).toBeAttached()

  const head = rowOfAmy(page).getByRole('rowheader')
  const name = head.getByRole('link', { name: 'Amy First' }).locator('span')
  for (const width of [1440, 1280, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 })
    for (const words of [name, head.getByText('Bilingual', { exact: true })]) expect(await isCut(words)).toBe(false)
    await expect(head.getByText('+1')).toBeVisible()
    expect((await rowOfAmy(page).boundingBox())?.height).toBe(44)
  }
  await page.setViewportSize(PHONE)
  expect(await isCut(name)).toBe(false)
  await expect(head.getByText(/2 tags|\+1/).locator('visible=true')).toHaveCount(1)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await isCut(name)).toBe(false)
})

test('on a phone the button of the filters says how many are on, and one press clears them', async ({
  page,
  browser,
  site,
}) => {
  const { jobId } = await applicantOfPosting(site)
  await enterAs(browser, site, 'recruiter')
  await page.setViewportSize(PHONE)
  await openAdmin(page, site, `/admin/dashboard?job=${jobId}&assigned=me`, 'Dashboard')
  const opener = page.getByRole('button', { name: 'Filter and sort, 2 on' })
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
  await opener.click()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('button', { name: 'Filter and sort', exact: true })).toBeFocused()
  await expect(rowOfAmy(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)
})

test('the tools of the list stand still while people and tags arrive', async ({ page, browser, site }) => {
  const { amy } = await applicantOfPosting(site)
  await tag(site, amy, 'Bilingual')
  await enterAs(browser, site, 'recruiter')
  const { promise: isMeasured, resolve: measured } = Promise.withResolvers<void>()
  for (const address of [ADMIN_API.tags, ADMIN_API.assignees])
    await page.route(`**${address}`, async (route) => {
      await isMeasured
      await route.continue()
    })
  await site.signIn(page)
  await visit(page, '/admin/dashboard')
  const review = page.getByRole('link', { name: 'Review 1' })
  const before = await review.boundingBox()
  measured()
  await expect(page.getByRole('combobox', { name: 'Tags' }).getByRole('option', { name: 'Bilingual' })).toBeAttached()
  await expect(rowOfAmy(page).getByText('Bilingual', { exact: true })).toBeVisible()
  expect(await review.boundingBox()).toEqual(before)
})

/** By what it begins with: on a phone its head has a label, and its marks belong to the head everywhere. */
function rowOfAmy(page: Page): Locator {
  return page.getByRole('row', { name: /^Select Amy First/ })
}

/** Makes tags and puts them on an application. */
async function tag(site: Site, application: number, ...names: string[]): Promise<void> {
  for (const { id } of ((await site.request('GET', ADMIN_API.tags)) as { tags: Tag[] }).tags)
    await site.request('DELETE', `${ADMIN_API.tags}/${id}`)
  for (const name of names) {
    const { id } = (await site.request('POST', ADMIN_API.tags, { name, color: 'teal' })) as Tag
    await site.request('POST', ADMIN_API.applicationTags, { put: [id], take: [], applications: [application] })
  }
}

/** Whether a line of text has not its whole width. */
function isCut(line: Locator): Promise<boolean> {
  return line.evaluate((element) => element.scrollWidth > element.clientWidth)
}
