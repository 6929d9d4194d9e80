import type { Locator, Page } from '@playwright/test'
import type { Tag } from '../../../contract/team/tags.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { expectUsable, PHONE } from '../../steps/accessible-steps.ts'
import { enterAs } from '../../steps/enter-as.ts'
import { address, applicantOfPosting, openReview } from '../../steps/review-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { expectToast, visit } from '../../steps/steps.ts'

/** Long before a page reads again what it shows by itself. */
const SOON_MS = 10_000

test('a tag is made while typing, filters the list, and a hiring manager puts it on and takes it off', async ({
  page,
  browser,
  site,
}) => {
  const { jobId, amy } = await applicantOfPosting(site)
  await site.apply({ name: 'Ben Second', email: 'ben@example.com' })
  const manager = await enterAs(browser, site, 'hiring_manager', [{ jobId, decides: false }])

  await test.step('it is made by keyboard alone, and its cross takes it off', async () => {
    await openReview(page, site, amy)
    const box = page.getByRole('combobox', { name: 'Add a tag' })
    await box.fill('Night shift')
    await expect(optionsOf(page)).toHaveText('Make the tagNight shift')
    await box.press('Enter')
    await expectToast(page, 'Tagged Night shift')
    await expect(box).toBeFocused()
    await page.getByRole('button', { name: 'Take off Night shift' }).click()
    await expectToast(page, 'Night shift taken off')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(page.getByRole('button', { name: 'Take off Night shift' })).toBeVisible()
  })
  await test.step('a hiring manager finds it in another case, and can make none', async () => {
    await visit(manager.page, address(amy))
    await manager.page.getByRole('button', { name: 'Take off Night shift' }).click()
    const box = manager.page.getByRole('combobox', { name: 'Add a tag' })
    await box.fill('Quite new')
    await expect(optionsOf(manager.page)).toHaveCount(0)
    await box.fill('SHIFT')
    await manager.page.getByRole('option', { name: 'Night shift' }).click()
    await expect(manager.page.getByRole('button', { name: 'Take off Night shift' })).toBeVisible()
  })
  await test.step('the list shows it, is filtered by it, and puts it on several at once', async () => {
    await visit(page, '/admin/dashboard')
    await page.getByRole('combobox', { name: 'Tags' }).selectOption('Night shift')
    await expect(page.getByRole('row', { name: /Ben Second/ })).toHaveCount(0)
    await expect(page.getByRole('row', { name: /Amy First.*tagged Night shift/ })).toBeVisible()
    await page.getByRole('combobox', { name: 'Tags' }).selectOption('All tags')
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
    await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption({ label: 'Night shift' })
    await expect(page.getByRole('row', { name: /Ben Second.*tagged Night shift/ })).toBeVisible()
  })
})

test('what another person does to the tags reaches an open page at once, and takes no focus and nothing typed away', async ({
  browser,
  site,
}) => {
  const { amy } = await applicantOfPosting(site)
  await deleteAllTags(site)
  const nights = await tagged(site, 'Nights', amy)
  const shift = await tagged(site, 'Night shift')
  const { page } = await enterAs(browser, site, 'recruiter')
  const stream = page.waitForResponse((response) => response.url().endsWith(ADMIN_API.live) && response.ok())
  await visit(page, address(amy))
  await stream
  const crosses = page.getByRole('button', { name: /^Take off / })
  const shows = (name: string) => expect(crosses).toHaveAccessibleName(`Take off ${name}`, { timeout: SOON_MS })
  await shows('Nights')
  const change = (id: number, body: object) =>
    site.request('PATCH', pathTo(ADMIN_API.tag, id), { name: 'Late', color: 'red', ...body })
  await change(nights, {})
  await shows('Late')
  await change(nights, { mergesInto: shift })
  await shows('Night shift')
  await tagged(site, 'Zinc')
  await page.getByRole('combobox', { name: 'Add a tag' }).press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Manage tags' })
  await expect(dialog).toContainText('2 of 100 tags')
  await dialog.getByRole('button', { name: 'Edit Night shift', exact: true }).press('Enter')
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.fill('Only nights')
  await site.request('DELETE', pathTo(ADMIN_API.tag, shift))
  await expect(page.locator('.tag-remove')).toHaveCount(0, { timeout: SOON_MS })
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Only nights')
  await page.context().close()
})

test('on a phone the tags open clear of the decisions, and the one that the arrow keys choose stays in view', async ({
  page,
  site,
}) => {
  const { amy } = await applicantOfPosting(site)
  await deleteAllTags(site)
  for (let number = 10; number < 30; number += 1) await tagged(site, `Skill ${number}`)
  await page.setViewportSize(PHONE)
  await openReview(page, site, amy)
  await page.getByRole('button', { name: 'Person', exact: true }).click()
  await page.getByRole('combobox', { name: 'Add a tag' }).click()
  const list = page.getByRole('listbox', { name: 'Tags' })
  const endOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom)
  const decisions = await page.locator('.review-decisions').evaluate((element) => element.getBoundingClientRect().top)
  await expect.poll(() => endOf(list)).toBeLessThan(decisions)
  await page.keyboard.press('ArrowUp')
  const chosen = optionsOf(page).and(page.locator('[aria-selected="true"]'))
  await expect(chosen).toHaveText('Manage tags...')
  expect(await endOf(chosen)).toBeLessThan(await endOf(list))
})

/** What the field offers; options of other fields on the page are not meant. */
function optionsOf(page: Page) {
  return page.getByRole('listbox', { name: 'Tags' }).getByRole('option')
}

test('owners and recruiters rename, recolor, merge and delete tags in one dialog, by keyboard too', async ({
  page,
  browser,
  site,
}) => {
  const { jobId, amy } = await applicantOfPosting(site)
  const ben = await site.apply({ name: 'Ben Second', email: 'ben@example.com' })
  await deleteAllTags(site)
  await tagged(site, 'Nights', amy)
  await tagged(site, 'Night shift', amy, ben)
  await tagged(site, 'Relocates', ben)
  const dialog = page.getByRole('dialog', { name: 'Manage tags' })
  const row = (name: string) =>
    dialog.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Edit ${name}`, exact: true }) })
  const edit = (name: string) => dialog.getByRole('button', { name: `Edit ${name}`, exact: true })
  const name = dialog.getByRole('textbox', { name: 'Name' })

  await test.step('it opens from the filter and from the field of an application, and gives the focus back', async () => {
    await site.signIn(page)
    await visit(page, '/admin/dashboard')
    await page.getByRole('combobox', { name: 'Tags' }).focus()
    await page.getByRole('combobox', { name: 'Tags' }).selectOption('Manage tags...')
    await expect(row('Night shift')).toContainText('2 applications')
    await expectUsable(page, 'the tags')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('combobox', { name: 'Tags' })).toBeFocused()
    await visit(page, address(amy))
    await page.getByRole('combobox', { name: 'Add a tag' }).press('ArrowUp')
    await expect(page.getByRole('option', { name: 'Manage tags...' })).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
  })
  await test.step('a name that another tag has is refused beside the field, and nothing typed is lost', async () => {
    await edit('Nights').press('Enter')
    await expect(name).toBeFocused()
    await expectUsable(page, 'a tag that is changed')
    await name.fill('night SHIFT')
    await name.press('Enter')
    await expect(name).toHaveAccessibleDescription(
      'There is a tag Night shift already. Choose another name, or merge both.',
    )
    await expect(name).toHaveValue('night SHIFT')
    await page.keyboard.press('Escape')
    await expect(edit('Nights')).toBeFocused()
    await expect(row('Nights')).toContainText('night SHIFTnot saved')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
  })
  await test.step('a new name and color show in the list, with the focus on the row', async () => {
    await edit('Nights').press('Enter')
    await name.fill('Works nights')
    await dialog.getByRole('radio', { name: 'Violet' }).check()
    await name.press('Enter')
    await expectToast(page, 'Tag saved')
    await expect(edit('Works nights')).toBeFocused()
    expect(await tagsOf(site)).toContainEqual(['Works nights', 'violet', 1])
  })
  await test.step('merging says how many get the other tag, and that it is deleted', async () => {
    await edit('Night shift').press('Enter')
    await dialog.getByRole('combobox', { name: 'Merge into' }).selectOption('Works nights')
    await expect(dialog.getByRole('button', { name: 'Delete tag' })).toHaveCount(0)
    await expect(dialog.getByRole('status')).toHaveText(
      '2 applications get “Works nights” instead, and “Night shift” is deleted. This cannot be undone.',
    )
    await dialog.getByRole('button', { name: 'Merge into Works nights' }).press('Enter')
    await expectToast(page, 'Night shift merged into Works nights')
    await expect(edit('Works nights')).toBeFocused()
    await expect(row('Works nights')).toContainText('2 applications')
    await expect(row('Night shift')).toHaveCount(0)
  })
  await test.step('deleting says how many lose the tag, and asks', async () => {
    await edit('Relocates').press('Enter')
    await dialog.getByRole('button', { name: 'Delete tag' }).click()
    const question = page.getByRole('dialog', { name: 'Delete tag' })
    await expect(question).toContainText('1 application loses “Relocates”.')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Tag deleted')
    await expect(edit('Works nights')).toBeFocused()
    expect(await tagsOf(site)).toEqual([['Works nights', 'violet', 2]])
  })
  await test.step('what others deleted meanwhile is said, and stays as it was typed', async () => {
    await edit('Works nights').press('Enter')
    await name.fill('Only nights')
    await deleteAllTags(site)
    await name.press('Enter')
    await expect(name).toHaveAccessibleDescription('There is no such tag.')
    await expect(name).toHaveValue('Only nights')
  })
  await test.step('a hiring manager has no way to it', async () => {
    await tagged(site, 'Relocates', amy)
    const manager = await enterAs(browser, site, 'hiring_manager', [{ jobId, decides: true }])
    await visit(manager.page, address(amy))
    await manager.page.getByRole('combobox', { name: 'Add a tag' }).click()
    await expect(manager.page.getByText('Manage tags')).toHaveCount(0)
    await visit(manager.page, '/admin/dashboard')
    await expect(manager.page.getByRole('combobox', { name: 'Tags' })).toContainText('Relocates')
    await expect(manager.page.getByRole('combobox', { name: 'Tags' })).not.toContainText('Manage tags')
  })
  await test.step('the dialog stays when the last tag is deleted in it', async () => {
    await visit(page, '/admin/dashboard')
    await page.getByRole('combobox', { name: 'Tags' }).selectOption('Manage tags...')
    await edit('Relocates').press('Enter')
    await dialog.getByRole('button', { name: 'Delete tag' }).click()
    await page.getByRole('dialog', { name: 'Delete tag' }).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog).toContainText('No tags yet.')
    await expect(dialog.getByRole('button', { name: 'Close dialog' })).toBeFocused()
  })
})

/** Makes a tag and puts it on applications, if any; returns its id. */
async function tagged(site: Site, name: string, ...applications: number[]): Promise<number> {
  const { id } = (await site.request('POST', ADMIN_API.tags, { name, color: 'teal' })) as Tag
  if (applications.length > 0)
    await site.request('POST', ADMIN_API.applicationTags, { put: [id], take: [], applications })
  return id
}

/** Name, color and number of applications of each tag. */
async function tagsOf(site: Site) {
  return (await listOf(site)).map(({ name, color, applications }) => [name, color, applications])
}

async function deleteAllTags(site: Site): Promise<void> {
  for (const { id } of await listOf(site)) await site.request('DELETE', pathTo(ADMIN_API.tag, id))
}

async function listOf(site: Site): Promise<Tag[]> {
  return ((await site.request('GET', ADMIN_API.tags)) as { tags: Tag[] }).tags
}
