import { expect, test } from '../steps/site.ts'

test('an address without a page is 404 and says so', async ({ page }) => {
  for (const address of ['/no-such-page', '/admin/nothing', '/jobs']) {
    const response = await page.goto(address)
    expect(response?.status(), address).toBe(404)
    await expect(page.getByRole('heading', { name: '404 Page Not Found', exact: true })).toBeVisible()
  }
  await expect(page.getByRole('main').getByText(/^This site has no page at this address\./)).toBeVisible()
  const forBuilders = page.getByText(/add the page to the router\?$/)
  await expect(forBuilders).toBeHidden()
  await page.getByText('For those who build this site').click()
  await expect(forBuilders).toBeVisible()
  await expect(page).toHaveTitle(/404 Page Not Found/)
})
