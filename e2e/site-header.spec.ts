import { expect, test } from './site.ts'
import { expectToast, visit } from './steps.ts'

test('a visitor sees exactly one link beside the logo, and it leads to the login', async ({ page }) => {
  await visit(page, '/')
  const navigation = page.getByRole('banner').getByRole('navigation')
  await expect(navigation.getByRole('link')).toHaveText(['Admin'])
  await expect(navigation.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0)
  await navigation.getByRole('link', { name: 'Admin' }).click()
  await expect(page).toHaveURL('/admin/login')
})

test('a signed-in admin sees Dashboard and Logout instead', async ({ page, site }) => {
  await site.signIn(page)
  await visit(page, '/')
  const navigation = page.getByRole('banner').getByRole('navigation')
  await expect(navigation.getByRole('link')).toHaveText(['Dashboard'])
  await expect(navigation.getByRole('button')).toHaveText(['Logout'])
  await navigation.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
})

test('the logo leads home', async ({ page }) => {
  await visit(page, '/recovery')
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the menu opens and closes, and choosing its link closes it', async ({ page }) => {
    await visit(page, '/')
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

  test('for an admin it has Dashboard and Logout', async ({ page, site }) => {
    await site.signIn(page)
    await visit(page, '/')
    const header = page.getByRole('banner')
    await header.getByRole('button', { name: 'Open menu' }).click()
    const menu = header.getByRole('navigation')
    await expect(menu.getByRole('link')).toHaveText(['Dashboard'])
    await expect(menu.getByRole('button')).toHaveText(['Logout'])
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/admin/dashboard')
    await header.getByRole('button', { name: 'Open menu' }).click()
    await menu.getByRole('button', { name: 'Logout' }).click()
    await expectToast(page, 'Logged out')
    await expect(page).toHaveURL('/')
    await expect(header.getByRole('button', { name: 'Open menu' })).toBeVisible()
  })
})
