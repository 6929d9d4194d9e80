import type { Page } from '@playwright/test'
import { expect, test } from '../../steps/site.ts'
import {
  applicationForm,
  dismissToast,
  expectToast,
  fillApplication,
  newApplicant,
  openApplication,
  storedFor,
  submitButton,
  toasts,
  visit,
} from '../../steps/steps.ts'

const REFUSALS = [
  { label: 'Name', typed: '', message: 'Name is required' },
  { label: 'Name', typed: 'A', message: 'Name is required' },
  { label: 'Email', typed: '', message: 'Invalid email address' },
  { label: 'Email', typed: 'ana@', message: 'Invalid email address' },
  {
    label: 'Email',
    typed: 'josé@example.com',
    message:
      'We cannot send mail to an address with accents or letters other than a to z before the @. Please enter another address',
  },
  { label: 'Phone', typed: '', message: 'Phone number is required' },
  { label: 'Phone', typed: '432555014', message: 'Valid phone number is required' },
]

test('the application form says what is missing or wrong, and takes the shortest that is allowed', async ({
  page,
  site,
}) => {
  await site.deleteAllJobs()
  await site.createJob({ title: 'Edge Engineer' })
  await visit(page, '/')
  await test.step('an empty form shows every message, the toast for the resume, and focuses the first field', async () => {
    const form = await openApplication(page, 'Edge Engineer')
    await submitButton(form).click()
    for (const message of ['Name is required', 'Invalid email address', 'Phone number is required']) {
      await expect(form.getByText(message, { exact: true })).toBeVisible()
    }
    await expect(form.getByLabel('Name')).toBeFocused()
    await expectToast(page, 'Error', 'Please select a resume file')
    await dismissAndEscape(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('a missing resume shows a toast each time, one at a time', async () => {
    const form = applicationForm(page)
    await fillApplication(form, newApplicant(), null)
    for (const _attempt of [1, 2]) {
      await submitButton(form).click()
      await expectToast(page, 'Error', 'Please select a resume file')
    }
    await expect(toasts(page)).toHaveCount(1)
    await dismissToast(page)
  })
  await test.step('each bad value is refused with its message, focused, and checked again on change', async () => {
    const applicant = newApplicant()
    const form = applicationForm(page)
    for (const { label, typed, message } of REFUSALS) {
      await fillApplication(form, applicant)
      const field = form.getByLabel(label)
      await field.fill(typed)
      await submitButton(form).click()
      await expect(form.getByRole('alert')).toHaveText([message])
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(message)

      await field.fill('ana.nunez@example.com')
      await expect(form.getByRole('alert')).toHaveCount(0)
      await field.fill(typed)
      await expect(form.getByRole('alert')).toHaveText([message])
    }
    await fillApplication(form, { ...applicant, email: 'nowhere', phone: '1' })
    await submitButton(form).click()
    await expect(form.getByLabel('Email')).toBeFocused()
    expect(await storedFor(site, applicant)).toHaveLength(0)
  })
  await test.step('the shortest name and phone that are allowed pass', async () => {
    const applicant = { ...newApplicant(), name: 'Bo', phone: '4325550142' }
    await fillApplication(applicationForm(page), applicant)
    await submitButton(applicationForm(page)).click()
    await expectToast(page, 'Application Submitted')
    expect(await storedFor(site, applicant)).toMatchObject([{ name: 'Bo', phone: '4325550142' }])
  })
})

/** Presses Escape in the moment in which the toast goes: that key is not lost. */
async function dismissAndEscape(page: Page): Promise<void> {
  await toasts(page)
    .getByRole('button', { name: 'Dismiss' })
    .evaluate((button: HTMLElement) => {
      button.click()
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
      )
    })
}
