import { openAdmin } from '../steps/admin-steps.ts'
import { test } from '../steps/own-server.ts'
import { expect } from '../steps/site.ts'
import { visit } from '../steps/steps.ts'

test('an owner edits the texts of the site, and loses nothing to an error or a reload', async ({ page, ownServer }) => {
  const { site } = ownServer
  await openAdmin(page, site, '/admin/settings?section=site', 'Settings')
  const card = page.getByRole('region', { name: 'Texts of the site' })
  const benefits = card.getByRole('textbox', { name: 'Benefits' })
  const save = page.getByRole('button', { name: 'Save', exact: true })

  await test.step('the built-in pages are marked for review', async () => {
    await expect(card.getByText('This is the built-in text, not yours.')).toHaveCount(2)
    await card
      .getByRole('textbox', { name: 'Terms of Service' })
      .fill('# Our terms\nAsk us@pumps.example.com.\n- <b>Be kind</b>')
    await expect(card.getByText('This is the built-in text, not yours.')).toHaveCount(1)
  })
  await test.step('a fault says what to do, and a reload keeps what was typed', async () => {
    await benefits.fill(Array(13).fill('Fridays off').join('\n'))
    await expect(card.getByText('Enter at most 12 benefits')).toBeVisible()
    await page.reload()
    await expect(benefits).toHaveValue(/^Fridays off\n/)
    await benefits.fill('Fridays off\nA boat')
  })
  await test.step('a failed request keeps what was typed, and the next one saves it', async () => {
    await page.route('**/api/admin/site-texts', (route) => route.fulfill({ status: 422, json: { message: 'No' } }))
    await save.click()
    await expect(page.getByText('Texts were not saved').first()).toBeVisible()
    await expect(benefits).toHaveValue('Fridays off\nA boat')
    await page.unroute('**/api/admin/site-texts')
    await save.click()
    await expect(page.getByText('Texts saved').first()).toBeVisible()
    await expect(save).toBeVisible()
    await expect(page.getByRole('button', { name: 'Discard changes' })).toBeHidden()
  })
  await test.step('visitors read them', async () => {
    await visit(page, '/')
    await expect(page.getByRole('region', { name: 'What we offer' }).getByRole('listitem')).toHaveText([
      'Fridays off',
      'A boat',
    ])
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Our terms' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'us@pumps.example.com' })).toHaveAttribute(
      'href',
      'mailto:us@pumps.example.com',
    )
    await expect(page.getByText('<b>Be kind</b>')).toBeVisible()
  })
})
