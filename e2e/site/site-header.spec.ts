import { PHONE } from '../steps/accessible-steps.ts'
import { logOut } from '../steps/admin-steps.ts'
import { expect, test } from '../steps/site.ts'
import { expectToast, visit } from '../steps/steps.ts'

test('a visitor finds the login and the landing page', async ({ page }) => {
  await test.step('a visitor sees exactly one link beside the logo, and it leads to the login', async () => {
    await visit(page, '/')
    const navigation = page.getByRole('banner').getByRole('navigation')
    await expect(navigation.getByRole('link')).toHaveText(['Admin'])
    await expect(navigation.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0)
    await navigation.getByRole('link', { name: 'Admin' }).click()
    await expect(page).toHaveURL('/admin/login')
  })
  await test.step('the logo leads to the landing page', async () => {
    await page.getByRole('banner').getByRole('link').first().click()
    await expect(page).toHaveURL('/')
  })
  await test.step('on a narrow screen the menu opens and closes, and choosing its link closes it', async () => {
    await page.setViewportSize(PHONE)
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)
    await header.getByRole('button', { name: 'Open menu' }).click()
    await expect(header.getByRole('navigation').getByRole('link')).toHaveText(['Admin'])
    await header.getByRole('button', { name: 'Close menu' }).click()
    await expect(header.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)

    await header.getByRole('button', { name: 'Open menu' }).press('Enter')
    await page.keyboard.press('Escape')
    await expect(header.getByRole('button', { name: 'Open menu' })).toBeFocused()
    await page.keyboard.press('Enter')
    await header.getByRole('link', { name: 'Admin', exact: true }).click()
    await expect(page).toHaveURL('/admin/login')
    await expect(header.getByRole('button', { name: 'Open menu' })).toBeVisible()
    await expect(header.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)
  })
})

test('a signed-in admin finds the dashboard and the way out', async ({ page, site }) => {
  await test.step('an admin sees Dashboard and Logout instead', async () => {
    await site.signIn(page)
    await visit(page, '/')
    const navigation = page.getByRole('banner').getByRole('navigation')
    await expect(navigation.getByRole('link')).toHaveText(['Dashboard'])
    await expect(navigation.getByRole('button')).toHaveText(['Logout'])
    await navigation.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/admin/dashboard')
  })
  await test.step('on a narrow screen the menu has Dashboard and Logout', async () => {
    await page.setViewportSize(PHONE)
    await visit(page, '/')
    const header = page.getByRole('banner')
    await header.getByRole('button', { name: 'Open menu' }).click()
    const menu = header.getByRole('navigation')
    await expect(menu.getByRole('link')).toHaveText(['Dashboard'])
    await expect(menu.getByRole('button')).toHaveText(['Logout'])
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/admin/dashboard')
    // The bar of the admin area takes the place of the site's menu.
    await expect(header.getByRole('navigation', { name: 'Admin' })).toBeVisible()
    await logOut(page)
    await expectToast(page, 'Logged out')
    await expect(page).toHaveURL('/')
    await expect(header.getByRole('button', { name: 'Open menu' })).toBeVisible()
  })
})
