import { openAdmin } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast } from '../../steps/steps.ts'

test('the texts of a posting are offered as facts, kept while the fields are closed, and stored once accepted', async ({
  page,
  site,
}) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  const id = await site.createJob({
    title: 'Ignition Developer',
    location: 'Austin, TX',
    salaryRange: '$34 - $44 per hour',
  })
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  await page.getByRole('button', { name: 'Actions for Ignition Developer' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Job Posting' })
  await dialog.getByLabel('Job Location').fill('Our shop')
  await expect(dialog.getByText('Job search does not show a position without the country')).toBeVisible()
  await dialog.getByLabel('Job Location').fill('Austin, TX')
  await expect(dialog.getByText('Job search does not show a position without the country')).toHaveCount(0)
  const more = dialog.getByText('More for search engines and feeds')
  await expect(dialog.getByLabel('City')).toHaveCount(0)
  await more.click()
  await expect(dialog.getByLabel('City')).toHaveValue('')
  await expect(dialog.getByText('City Austin')).toBeVisible()
  await dialog.getByRole('button', { name: 'Use these' }).click()
  await expect(dialog.getByLabel('City')).toHaveValue('Austin')
  await expect(dialog.getByRole('button', { name: 'Use these' })).toHaveCount(0)

  await dialog.getByLabel('Highest Pay').fill('34,50')
  await dialog.getByRole('button', { name: 'Update Job Posting' }).click()
  await expect(dialog.getByText('Write 34.50 or 3,450.')).toBeVisible()
  await expect(dialog.getByLabel('Highest Pay')).toHaveValue('34,50')
  await dialog.getByLabel('Highest Pay').fill('30')
  await dialog.getByLabel('Closing Date').fill('2020-01-01')
  await dialog.getByLabel('Department').fill('')
  await more.click()
  await expect(dialog.getByLabel('City')).toBeHidden()
  await dialog.getByRole('button', { name: 'Update Job Posting' }).click()
  await expect(dialog.getByText('Must not be more than Highest Pay')).toBeVisible()
  await expect(dialog.getByLabel('City')).toHaveValue('Austin')
  await expect(dialog.getByText('Department is required')).toBeVisible()
  await expect(dialog.getByText('Must be today or later for a posting that is open')).toBeVisible()
  await dialog.getByLabel('Department').fill('Controls')
  await dialog.getByLabel('Highest Pay').fill('50')
  await dialog.getByLabel('Closing Date').fill('2099-09-30')
  await dialog.getByRole('button', { name: 'Update Job Posting' }).click()
  await expectToast(page, 'Job updated successfully')
  await expect(page.getByRole('row', { name: /Ignition Developer/ })).toContainText('Sep 30, 2099')

  const stored = await (await page.request.get(`/api/jobs/${id}`)).json()
  expect(stored).toMatchObject({ city: 'Austin', country: 'US', payMin: 34, payMax: 50, payCurrency: 'USD' })
})

test('the page of a posting says what search engines will miss', async ({ page, site }) => {
  const id = await site.createJob({ title: 'Welder', location: 'Our shop', salaryRange: null })
  await openAdmin(page, site, `/admin/jobs/${id}`, 'Welder')
  await expect(page.getByText('Job search does not show a position without the country')).toBeVisible()
})
