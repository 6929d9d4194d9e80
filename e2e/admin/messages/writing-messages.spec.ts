import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { expectNoOverflow, expectNoViolations } from '../../steps/accessible-steps.ts'
import { openAdmin, revokeBefore, rowOf } from '../../steps/admin-steps.ts'
import { openReview, twoApplicants } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { dismissToast, expectToast, logIn, toasts, waitForToaster } from '../../steps/steps.ts'

test.use({ hasMail: true })

test.beforeEach(({ site }) => site.deleteAllApplications())

test('M writes a message to the applicant of the review page; a failure, a closed dialog and an expired session lose nothing', async ({
  page,
  site,
}) => {
  const { amy } = await twoApplicants(site)
  await openReview(page, site, amy)
  await waitForToaster(page)
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Message to Amy First' })
  await expect(dialog.getByLabel('Subject')).toBeFocused()
  await test.step('a stored text is where it begins, and is filled in beside it', async () => {
    await dialog.getByLabel('Begin with').selectOption('Interview')
    await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Hello Amy,')
    await expectNoViolations(page, 'writing a message')
    await expectNoOverflow(page, 'writing a message')
  })
  await test.step('unknown variables, and a private link in the subject, are refused at their fields', async () => {
    await dialog.getByRole('button', { name: 'Begin anew' }).click()
    await dialog.getByRole('button', { name: 'Send message' }).click()
    await expect(dialog.getByText('Subject is required')).toBeVisible()
    await dialog.getByLabel('Subject').fill('See {status_link}')
    await expect(dialog.getByText('{status_link} can only stand in the message, not in its subject')).toBeVisible()
    await dialog.getByLabel('Subject').fill('One question, {first_name|you}')
    await dialog.getByLabel('Text').fill('When can you {begin}?')
    await expect(dialog.getByText('{begin} is no variable of messages')).toBeVisible()
    await dialog.getByLabel('Text').fill('When can you begin?')
    await expect(dialog.getByText('One question, Amy')).toBeVisible()
  })
  await test.step('without a network the text stays', async () => {
    await page.route(`**${ADMIN_API.messages}`, (route) =>
      route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.fallback(),
    )
    await dialog.getByRole('button', { name: 'Send message' }).click()
    await expectToast(page, 'Message not sent', 'Your text is kept. Please try again.')
    await page.unroute(`**${ADMIN_API.messages}`)
    await dismissToast(page)
    await dialog.getByRole('button', { name: 'Close and keep the text' }).click()
    await page.getByRole('button', { name: 'Message', exact: true }).click()
    await expect(dialog.getByText('This is what you typed before. It is not sent yet.')).toBeVisible()
  })
  await test.step('a sign-in that has expired leads to the login, and back to the text', async () => {
    await revokeBefore(page, async () => {
      await dialog.getByRole('button', { name: 'Send message' }).click()
      await expect(page).toHaveURL(/\/admin\/login/)
    })
    await logIn(page, site.credentials)
    await page.getByRole('button', { name: 'Message', exact: true }).click()
    await expect(dialog.getByLabel('Text')).toHaveValue('When can you begin?')
  })
  await test.step('it is queued, and can be cancelled', async () => {
    await dialog.getByRole('button', { name: 'Send message' }).click()
    await expectToast(page, 'Message on the way', /^Leaves .+\.$/)
    await page.getByLabel('Messages', { exact: true }).locator('summary').click()
    const line = page.getByRole('list', { name: 'Messages, newest first' }).getByRole('listitem')
    await expect(line).toContainText('One question, Amy')
    await expect(line).toContainText('waiting')
    await line.locator('summary').press('Enter')
    await expect(line.getByText('When can you begin?')).toBeVisible()
    await expect(line.getByRole('button', { name: 'Copy' })).toBeVisible()
    await expect(line.getByRole('link', { name: 'Open in mail program' })).toBeVisible()
    await toasts(page).getByRole('button', { name: 'Cancel' }).click()
    await expectToast(page, 'Message cancelled')
    await expect(line).toContainText('cancelled')
  })
})

test('the review page of who waits too long says that the applicant sees it too', async ({ page, site }) => {
  await site.insertApplicants([{ name: 'Lara Late', created_at: new Date(Date.now() - 12 * 86_400_000).toISOString() }])
  const [late] = await site.applications()
  await openReview(page, site, late?.id ?? 0)
  await expect(page.getByText(/^Day \d+ of 10\. The answer was promised by /)).toBeVisible()
  const shown = page.getByText('My application shows this to the applicant too.')
  await expect(shown).toBeVisible()
  await site.updateApplication(late?.id ?? 0, { status: 'hired' })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Lara Late' })).toBeVisible()
  await expect(shown).toHaveCount(0)
})

test('a message to a selection has a preview for each, and one button cancels all', async ({ page, site }) => {
  await twoApplicants(site)
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  for (const name of ['Amy First', 'Ben Second']) await rowOf(page, name).getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Selected applications' }).getByRole('button', { name: 'Message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Message to 2 applicants' })
  await dialog.getByLabel('Subject').fill('News')
  await dialog.getByLabel('Text').fill('Dear {name}')
  await expect(dialog.getByText('Dear Amy First')).toBeVisible()
  await expect(dialog.getByText('1 of 2', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Next recipient' }).click()
  await expect(dialog.getByText('Dear Ben Second')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send 2 messages' }).click()
  await expectToast(page, 'Message on the way')
  await toasts(page).getByRole('button', { name: 'Cancel' }).click()
  await expectToast(page, '2 messages cancelled')
})
