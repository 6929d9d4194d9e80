import { expectUsable } from '../../steps/accessible-steps.ts'
import { choose, openAdmin, openMenu } from '../../steps/admin-steps.ts'
import { enterAs } from '../../steps/enter-as.ts'
import { expect, test } from '../../steps/site.ts'
import { visit } from '../../steps/steps.ts'

const TITLE = 'Ignition Developer'

test('the menu of a posting copies a link that names its source, one seen before or a new one', async ({
  page,
  context,
  browser,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  const id = await site.createJob({ title: TITLE })
  await site.insertApplicants([{ name: 'Ana', source: 'scada-forum' }, { name: 'Ben' }])
  const dialog = page.getByRole('dialog', { name: `Link to ${TITLE}` })
  const source = dialog.getByRole('textbox', { name: 'Source' })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')

  await test.step('it offers the sources of applications first, then usual ones', async () => {
    await choose(page, TITLE, 'Copy link with source')
    await expect(source).toBeFocused()
    await expect(dialog.getByText(new RegExp(`^http://localhost:\\d+/jobs/${id}$`))).toBeVisible()
    await expect(dialog.getByRole('group', { name: 'Sources to choose from' }).getByRole('button')).toHaveText([
      'scada-forum',
      ...['linkedin', 'indeed', 'newsletter', 'referral', 'university', 'fair'],
    ])
    await expectUsable(page, 'the link with a source')
  })
  await test.step('a chosen source stands in the link, which is copied and said to be', async () => {
    await dialog.getByRole('button', { name: 'linkedin' }).click()
    await expect(dialog.getByRole('button', { name: 'linkedin' })).toHaveAttribute('aria-pressed', 'true')
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await expect(dialog.getByRole('status')).toHaveText('Copied. Paste it where you announce the position.')
    expect(await copied()).toMatch(new RegExp(`^http://localhost:\\d+/jobs/${id}\\?source=linkedin$`))
  })
  await test.step('a typed one becomes a word of a link, or is refused while it cannot', async () => {
    await source.fill('Spring Fair 2027')
    await expect(dialog.getByRole('status')).toBeEmpty()
    await source.press('Enter')
    await expect(dialog.getByRole('status')).toContainText('Copied')
    expect(await copied()).toMatch(new RegExp(`/jobs/${id}\\?source=spring-fair-2027$`))
    await source.fill('50 % off')
    await expect(source).toHaveAccessibleDescription(/^Use the letters a to z/)
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: `Actions for ${TITLE}` })).toBeFocused()
  })
  await test.step('a hiring manager copies links too, and is offered the sources of her own postings alone', async () => {
    const manager = await enterAs(browser, site, 'hiring_manager', [{ jobId: id, decides: false }])
    await visit(manager.page, '/admin/jobs')
    await (await openMenu(manager.page, TITLE)).getByRole('menuitem', { name: 'Copy link with source' }).click()
    const offered = manager.page.getByRole('group', { name: 'Sources to choose from' })
    await expect(offered).toContainText('linkedin')
    await expect(offered).not.toContainText('scada-forum')
  })
})
