import { openAdmin } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'
import {
  applicationForm,
  expectSubmitted,
  fillApplication,
  newApplicant,
  storedFor,
  submitButton,
  visit,
} from '../../steps/steps.ts'

test('LinkedIn and portfolio addresses are checked, and an admin gets them as safe links', async ({ page, site }) => {
  const applicant = newApplicant()
  await visit(page, '/')
  const form = applicationForm(page)
  await fillApplication(form, applicant)
  const linkedin = form.getByLabel('LinkedIn address')
  await expect(linkedin).toBeHidden()
  await form.getByText('Add LinkedIn or portfolio').click()
  await linkedin.fill('https://example.com/in/ana')
  await form.getByLabel('Portfolio address').fill('https://ana.example.com/')
  await form.getByText('Add LinkedIn or portfolio').click()
  await submitButton(form).click()
  await expect(linkedin).toBeFocused()
  await expect(linkedin).toHaveAccessibleDescription(/Please enter a LinkedIn address/)
  await linkedin.fill('www.linkedin.com/in/ana')
  await submitButton(form).click()
  await expectSubmitted(page)

  const [stored] = await storedFor(site, applicant)
  await openAdmin(page, site, `/admin/applications/${stored?.id}`, applicant.name)
  for (const [name, href] of [
    ['LinkedIn', 'https://www.linkedin.com/in/ana'],
    ['Portfolio', 'https://ana.example.com/'],
  ]) {
    await test.step(`${name}`, async () => {
      const link = page.getByRole('link', { name: `${href}` })
      await expect(link).toHaveAttribute('href', `${href}`)
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    })
  }
})
