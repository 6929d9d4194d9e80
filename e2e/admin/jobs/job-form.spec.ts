import type { Locator } from '@playwright/test'
import { choose, expectRows, openAdmin, refuse, revokeBefore, rowOf } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { dismissToast, expectToast, logIn, overlaps, toasts } from '../../steps/steps.ts'

const TITLE = 'Ignition Developer'

/** One text for every field, with lines that look like headings of the stored description. */
const TEXTS = {
  'Job Title': TITLE,
  'Job Location': 'Midland, TX',
  Department: 'Engineering',
  'Salary Range (optional)': '$95,000 - $120,000',
  'Internal Job Code (optional)': 'INT-7',
  'Project Code (optional)': 'PRJ-3',
  'Job Overview': 'Overview.\n## Requirements\nstill the overview',
  'Description (optional)': '## Job Overview\n\\## not a heading',
  'Key Responsibilities': '- Build\n### deeper\n## Benefits & Perks',
  Requirements: '- Two years\n## with a heading',
  'Growth & Culture Fit (optional)': 'Grow.\n\n\nWith empty lines.',
  'Benefits & Perks (optional)': '## \nHealth',
}

test.beforeEach(async ({ page, site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
})

test('a new posting is validated, and not lost by accident', async ({ page }) => {
  await test.step('an untouched form closes without a question', async () => {
    await page.getByRole('button', { name: 'New Job Posting' }).click()
    await expect(field(page.getByRole('dialog', { name: 'Create New Job Posting' }), 'Job Title')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('an empty form says what is required, word for word, and focuses the first field', async () => {
    await page.getByRole('button', { name: 'New Job Posting' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New Job Posting' })
    await expect(dialog.getByLabel('Job Type')).toHaveValue('Full-time')
    await expect(dialog.getByLabel('Job Status')).toHaveValue('Active')
    await expect(dialog.getByLabel('Job Type').getByRole('option')).toHaveText([
      'Full-time',
      'Part-time',
      'Contract',
      'Internship',
    ])
    await expect(dialog.getByLabel('Job Status').getByRole('option')).toHaveText(['Active', 'Draft', 'Archived'])
    await dialog.getByRole('button', { name: 'Create Job Posting' }).click()
    await expect(dialog.getByRole('alert')).toHaveText([
      'Job title is required',
      'Location is required',
      'Department is required',
      'Job overview is required',
      'Key responsibilities are required',
      'Requirements are required',
    ])
    await expect(field(dialog, 'Job Title')).toBeFocused()
    await field(dialog, 'Job Title').fill('X')
    await expect(dialog.getByRole('alert')).toHaveCount(5)
    await field(dialog, 'Job Title').fill('')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('unsaved changes are not lost by a stray click or Escape: a question comes first', async () => {
    await page.getByRole('button', { name: 'New Job Posting' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New Job Posting' })
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
    await field(dialog, 'Job Title').fill(TITLE)
    await page.mouse.click(5, 300)
    await expect(field(dialog, 'Job Title')).toHaveValue(TITLE)
    await page.keyboard.press('Escape')
    await expect(question.getByText('You will lose everything you typed since the last save.')).toBeVisible()
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(field(dialog, 'Job Title')).toHaveValue(TITLE)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'New Job Posting' }).click()
    await expect(field(dialog, 'Job Title')).toHaveValue('')
    await page.keyboard.press('Escape')
  })
  await test.step('leaving the page with unsaved changes asks for confirmation; without changes it does not', async () => {
    await page.getByRole('button', { name: 'New Job Posting' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New Job Posting' })
    await field(dialog, 'Job Title').fill(TITLE)
    const asking = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const question = await asking
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await expect(field(dialog, 'Job Title')).toHaveValue(TITLE)
    await field(dialog, 'Job Title').fill('')
    const closing = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closing
  })
})

test('a posting is created, and edit gives back every field, lines that start with ## too', async ({ page }) => {
  await test.step('a refused save shows a toast and preserves everything, and a second attempt stores one posting', async () => {
    await refuse(page, '**/api/admin/jobs', 'POST')
    await page.getByRole('button', { name: 'New Job Posting' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New Job Posting' })
    for (const [label, text] of Object.entries(TEXTS)) await field(dialog, label).fill(text)
    await dialog.getByLabel('Job Type').selectOption('Contract')
    const save = dialog.getByRole('button', { name: 'Create Job Posting' })
    await save.click()
    await expectToast(page, 'Operation failed', 'Please try again')
    await page.setViewportSize({ width: 768, height: 1024 })
    for (const button of [save, dialog.getByRole('button', { name: 'Close dialog' })])
      await expect.poll(() => overlaps(toasts(page), button)).toBe(false)
    for (const [label, text] of Object.entries(TEXTS)) await expect(field(dialog, label)).toHaveValue(text)
    await page.unrouteAll()
    await save.click()
    await expectToast(page, 'Job created successfully')
    await expectRows(page, [TITLE])
    await expect(dialog).toHaveCount(0)
    await expect(rowOf(page, TITLE)).toContainText('Active')
  })
  await test.step('edit gives back every field, also after a change', async () => {
    const edit = page.getByRole('dialog', { name: 'Edit Job Posting' })
    await page.reload()
    await expectPreserved()
    await field(edit, 'Department').fill('Operations')
    await edit.getByRole('button', { name: 'Update Job Posting' }).click()
    await expectToast(page, 'Job updated successfully')
    await expect(rowOf(page, TITLE)).toContainText('Operations')
    await page.reload()
    await expectPreserved({ Department: 'Operations' })

    async function expectPreserved(changes: Partial<typeof TEXTS> = {}) {
      await choose(page, TITLE, 'Edit')
      for (const [label, text] of Object.entries({ ...TEXTS, ...changes })) {
        await expect(field(edit, label), label).toHaveValue(text)
      }
      await expect(edit.getByLabel('Job Type')).toHaveValue('Contract')
    }
  })
})

const STORED = {
  Draft: ['Draft', { status: 'draft', isActive: false }],
  Archived: ['Cancelled', { status: 'cancelled', isActive: false }],
  Active: ['Active', { status: 'active', isActive: true }],
} as const

test('the Job Status that is chosen is stored and shown', async ({ page, site }) => {
  await site.createJob({ title: TITLE })
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Edit Job Posting' })
  for (const [choice, [badge, stored]] of Object.entries(STORED)) {
    await test.step(`the Job Status ${choice} is shown as ${badge}`, async () => {
      await choose(page, TITLE, 'Edit')
      await dialog.getByLabel('Job Status').selectOption(choice)
      const sending = page.waitForRequest((request) => request.method() === 'PATCH')
      await dialog.getByRole('button', { name: 'Update Job Posting' }).click()
      expect((await sending).postDataJSON()).toMatchObject(stored)
      await expect(dialog).toHaveCount(0)
      await expect(rowOf(page, TITLE).getByText(badge, { exact: true })).toBeVisible()
    })
  }
})

const UNTOUCHED = {
  Filled: [{ status: 'filled' }, 'Filled'],
  Cancelled: [{ status: 'cancelled' }, 'Archived'],
  Inactive: [{ isActive: false }, 'Active'],
} as const

test('the state of a posting stays when something else is edited', async ({ page, site }) => {
  for (const [badge, [changes]] of Object.entries(UNTOUCHED)) {
    await site.updateJob(await site.createJob({ title: `It is ${badge}` }), changes)
  }
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Edit Job Posting' })
  for (const [badge, [, choice]] of Object.entries(UNTOUCHED)) {
    await test.step(`a posting that is ${badge}`, async () => {
      await choose(page, `It is ${badge}`, 'Edit')
      await expect(dialog.getByLabel('Job Status')).toHaveValue(choice)
      await field(dialog, 'Department').fill('Operations')
      await dialog.getByRole('button', { name: 'Update Job Posting' }).click()
      await expectToast(page, 'Job updated successfully')
      await dismissToast(page)
    })
  }
  await page.reload()
  for (const badge of Object.keys(UNTOUCHED)) {
    await expect(rowOf(page, `It is ${badge}`)).toContainText('Operations')
    await expect(rowOf(page, `It is ${badge}`).getByText(badge, { exact: true })).toBeVisible()
  }
})

test('what was typed when the session ends is there again after signing in', async ({ page, site }) => {
  await site.createJob({ title: TITLE })
  await page.reload()
  await choose(page, TITLE, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Job Posting' })
  await field(dialog, 'Department').fill('Operations')
  await revokeBefore(page, async () => {
    await dialog.getByRole('button', { name: 'Update Job Posting' }).click()
    await expectToast(page, 'Session expired. Please log in again.')
    await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fjobs')
  })
  await logIn(page, site.credentials)
  await expect(page).toHaveURL('/admin/jobs')
  await choose(page, TITLE, 'Edit')
  await expect(field(dialog, 'Department')).toHaveValue('Operations')
  await dialog.getByRole('button', { name: 'Update Job Posting' }).click()
  await expectToast(page, 'Job updated successfully')
  await expect(rowOf(page, TITLE)).toContainText('Operations')
})

/** One text field of the form; labels are whole, as two of them are the start of another. */
function field(dialog: Locator, label: string): Locator {
  return dialog.getByLabel(label, { exact: true })
}
