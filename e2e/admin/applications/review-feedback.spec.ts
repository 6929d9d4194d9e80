import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { refuse, revoke } from '../../steps/admin-steps.ts'
import {
  address,
  bearerOf,
  expectShown,
  openFromQueue,
  openReview,
  stored,
  twoApplicants,
} from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, logIn, visit } from '../../steps/steps.ts'

const DETAILS = '**/api/applications/*'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('feedback saves itself, and outlives a reload, a lost network and an expired session', async ({
  page,
  context,
  site,
}) => {
  const { amy, ben } = await twoApplicants(site)
  const feedback = page.getByLabel('Feedback', { exact: true })
  await openReview(page, site, amy)
  await test.step('after a pause, with who and when; no key acts while typing', async () => {
    await page.keyboard.press('f')
    await page.keyboard.type('Strong on tags 15.')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Last saved by admin, /)).toBeVisible()
    expect(await stored(site, amy)).toMatchObject({ feedback: 'Strong on tags 15.', status: 'pending' })
  })
  await test.step('moving on before the pause saves at once', async () => {
    await feedback.pressSequentially(' Fast.')
    await page.keyboard.press('Control+Enter')
    await expectShown(page, 'Ben Second')
    await expect.poll(async () => (await stored(site, amy))?.feedback).toBe('Strong on tags 15. Fast.')
  })
  await test.step('a reload before the pause, and without a network', async () => {
    await context.setOffline(true)
    await feedback.fill('Written on the train.')
    await expect(page.getByText('Not saved, trying again')).toBeVisible()
    await refuse(page, DETAILS, 'PATCH')
    await context.setOffline(false)
    await page.reload()
    await expect(feedback).toHaveValue('Written on the train.')
    await page.unroute(DETAILS)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 15_000 })
    expect((await stored(site, ben))?.feedback).toBe('Written on the train.')
  })
  await test.step('what could not be saved before moving on is marked, and saved later', async () => {
    await refuse(page, DETAILS, 'PATCH')
    await feedback.fill('Written in the tunnel.')
    await page.keyboard.press('Control+Enter')
    await openFromQueue(page, 'Amy First')
    await expect(page.getByText('Feedback not saved, trying again')).toBeVisible()
    await page.unroute(DETAILS)
    // An attempt takes the mark away before it ends.
    await expect.poll(async () => (await stored(site, ben))?.feedback).toBe('Written in the tunnel.')
    await expect(page.getByText('Feedback not saved, trying again')).toHaveCount(0)
  })
  await test.step('an expired session leads to the login and back to the text', async () => {
    await revoke(page)
    await feedback.fill('Typed as the session ended.')
    await expectToast(page, 'Session expired. Please log in again.')
    await logIn(page, site.credentials)
    await expectShown(page, 'Amy First')
    await expect(feedback).toHaveValue('Typed as the session ended.')
    await expect.poll(async () => (await stored(site, amy))?.feedback).toBe('Typed as the session ended.')
  })
  await test.step('more than 10,000 characters are refused with the number, and nothing is cut', async () => {
    await feedback.fill('x'.repeat(10_012))
    await expect(page.getByText('Feedback must be at most 10,000 characters: 12 too many')).toBeVisible()
    await expect(feedback).toHaveValue('x'.repeat(10_012))
    await feedback.fill('x'.repeat(10_000))
    await expect(page.getByText('10,000 of 10,000 characters')).toBeVisible()
    await expect.poll(async () => (await stored(site, amy))?.feedback?.length).toBe(10_000)
  })
})

test('feedback of an application that another admin deleted is not saved any more, but can be copied', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { amy, ben } = await twoApplicants(site)
  const deleted = page.getByRole('heading', { name: 'This application was deleted.' })
  await openReview(page, site, amy)
  await page.request.delete(pathTo(ADMIN_API.adminApplication, amy), { headers: await bearerOf(page) })
  await page.getByLabel('Feedback', { exact: true }).fill('Written for nothing?')
  await expect(deleted).toBeVisible()
  await expect(page.getByText('Not saved, trying again')).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy feedback' }).click()
  await expect(page.getByRole('button', { name: 'Copied feedback' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Written for nothing?')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Written for nothing?')).toHaveCount(0)
  await expect(page.locator('body')).not.toBeFocused()

  await test.step('also when the next application was opened before it was saved', async () => {
    await site.insertApplicants([{ name: 'Cleo Third' }])
    await visit(page, address(ben))
    await expectShown(page, 'Ben Second')
    await page.request.delete(pathTo(ADMIN_API.adminApplication, ben), { headers: await bearerOf(page) })
    await page.getByLabel('Feedback', { exact: true }).fill('Written in a hurry.')
    await page.keyboard.press('Escape')
    await page.keyboard.press('k')
    await expectShown(page, 'Cleo Third')
    await expectToast(page, 'Update failed', 'Another admin deleted the application. Your text is still here.')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(deleted).toBeVisible()
    await expect(page.getByText('Written in a hurry.')).toBeVisible()
  })
})

test('what is typed while a conflict of the feedback comes up stays text, and decides nothing', async ({
  page,
  site,
}) => {
  const { amy } = await twoApplicants(site)
  await openReview(page, site, amy)
  const feedback = page.getByLabel('Feedback', { exact: true })
  await feedback.pressSequentially('She led the team. ')
  await site.updateApplication(amy, { feedback: 'Written by another admin.' })
  await feedback.pressSequentially('More ')
  await expect(page.getByRole('region', { name: 'Edit conflict' })).toBeVisible()
  await page.keyboard.type('E25, excellent')
  await expect(feedback).toHaveValue('She led the team. More E25, excellent')
  expect((await site.applications()).map(({ name, status, archived }) => ({ name, status, archived }))).toEqual(
    expect.arrayContaining([{ name: 'Amy First', status: 'pending', archived: false }]),
  )
})
