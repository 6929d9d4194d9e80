import type { Page } from '@playwright/test'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { openDatabase } from '../../../server/platform/database/sqlite/open-database.ts'
import { enterAs } from '../../steps/enter-as.ts'
import { address, openReview } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { visit } from '../../steps/steps.ts'

/** Opens a page and waits until it hears of changes. */
async function visitLive(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().endsWith(ADMIN_API.live) && response.ok())
  await visit(page, path)
  await stream
}

test('what one person does appears at the other, side by side, long before either would have looked', async ({
  page,
  browser,
  site,
}) => {
  await site.deleteAllApplications()
  const amy = await site.apply({ name: 'Amy First', email: 'amy@example.com' })
  const { page: other } = await enterAs(browser, site, 'recruiter')
  await visitLive(other, '/admin/dashboard')
  await openReview(page, site, amy)

  await test.step('a new application', async () => {
    await site.apply({ name: 'Ben Second', email: 'ben@example.com' })
    await other.getByRole('button', { name: '1 new · Show' }).click()
    await expect(other.getByRole('row', { name: /Ben Second/ })).toBeVisible()
  })
  await test.step('a status', async () => {
    await page.keyboard.press('2')
    await expect(other.getByRole('row', { name: /Amy First.*reviewing/ })).toBeVisible()
  })
  await test.step('a comment', async () => {
    await visitLive(other, address(amy))
    const comments = other.getByRole('list', { name: 'Comments, oldest first' }).getByRole('listitem')
    await page.goto(address(amy))
    await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('She knows pumps.')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(comments).toHaveText([/She knows pumps/])
  })
  await other.context().close()
})

test('a session that ends elsewhere ends its pages within seconds', async ({ browser, site }) => {
  const { page, id } = await enterAs(browser, site, 'recruiter')
  await visitLive(page, '/admin/dashboard')
  const db = await openDatabase(site.dataDir)
  await db.deleteFrom('sessions').where('account_id', '=', id).execute()
  await db.destroy()
  await expect(page).toHaveURL(/\/admin\/login/, { timeout: 15_000 })
  await page.context().close()
})
