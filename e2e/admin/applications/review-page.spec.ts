import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { expectNoViolations, lowTargets, PHONE } from '../../steps/accessible-steps.ts'
import { address, bearerOf, expectShown, openReview, stored, twoApplicants } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, overlaps, visit } from '../../steps/steps.ts'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('an application that is unknown, deleted, archived or in quarantine says so, and leads on', async ({
  page,
  site,
}) => {
  const { amy, ben } = await twoApplicants(site)
  await site.insertApplicants([{ name: 'Bot', quarantined: 1 }])
  await openReview(page, site, amy)
  for (const id of ['999999', '0', 'x', '99999999999']) {
    await visit(page, `/admin/applications/${id}`)
    await expect(page.getByRole('heading', { name: 'There is no such application.' })).toBeVisible()
  }
  await visit(page, '/admin/applications/999999?tab=hired')
  await expect(page.getByRole('heading', { name: 'There is no such application.' })).toBeVisible()
  await expect(page.getByText('All done')).toHaveCount(0)
  await page.goBack()
  await page.getByRole('button', { name: 'Review Amy First' }).click()
  await expectShown(page, 'Amy First')
  await page.request.delete(pathTo(ADMIN_API.adminApplication, amy), { headers: await bearerOf(page) })
  await page.keyboard.press('5')
  await expectToast(page, 'Update failed', 'no longer exists.')
  await visit(page, address(amy))
  await expect(page.getByRole('heading', { name: 'There is no such application.' })).toBeVisible()

  await site.updateApplication(ben, { archived: true })
  await visit(page, address(ben))
  await expectShown(page, 'Ben Second')
  await expect(page.getByRole('region', { name: 'Ben Second' }).getByText('archived')).toBeVisible()
  await page.getByRole('button', { name: 'Unarchive Application' }).click()
  await expectToast(page, 'Application unarchived')

  const quarantined = await page.request.get(`${ADMIN_API.applications}?quarantined=true`, {
    headers: await bearerOf(page),
  })
  const [{ id }] = await quarantined.json()
  await visit(page, `${address(id)}?tab=quarantine`)
  await expectShown(page, 'Bot')
  await expect(page.getByRole('group', { name: 'Decision' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Not Spam' }).click()
  await expectToast(page, 'Application released from quarantine')
})

test('the review page shows what decides at once, and is accessible on a phone', async ({ page, site }) => {
  const jobId = String(await site.createJob({ title: 'SCADA Integration Engineer' }))
  await site.apply({ name: 'Amy Again', email: 'amy@example.com' })
  const amy = await site.apply({ name: 'Amy First', email: 'AMY@example.com', jobId, note: 'Long note. '.repeat(60) })
  await openReview(page, site, amy)
  await expect(page.getByRole('heading', { name: 'Requirements' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Other applications of this person' })).toBeVisible()
  await expect(page.getByText(/same email/)).toBeVisible()
  await expect(page.getByText(/^Day 0 of \d+\. Answer by /)).toBeVisible()
  const decisions = page.getByRole('group', { name: 'Decision' })
  const feedback = page.getByLabel('Feedback', { exact: true })
  await test.step('the feedback is in view whatever stands above it, and three decisions stand in one row', async () => {
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(decisions).toBeInViewport({ ratio: 1 })
      await expect(feedback).toBeInViewport({ ratio: 1 })
    }
    await expect(decisions.getByRole('button')).toHaveText(['Reject', 'Mark as Reviewing', 'Move to Interview', ''])
    await decisions.getByRole('button', { name: 'More actions for Amy First' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      ...['Mark as Hired', 'Download Resume', 'Archive Application', 'Download everything about this person'],
      ...['Legal hold...', 'Delete Application', 'Erase this person...'],
    ])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem')).toHaveCount(0)
  })
  await test.step('a toast lies over neither the resume nor what is being written nor the decisions', async () => {
    await page.keyboard.press('f')
    await expect(feedback).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('2')
    await expectToast(page, 'Status updated')
    await page.keyboard.press('f')
    for (const part of ['.review-resume', '.assessment', '.review-decisions']) {
      await expect.poll(() => overlaps(page.locator('.toast'), page.locator(part)), part).toBe(false)
    }
    await page.keyboard.press('Escape')
  })
  await page.setViewportSize(PHONE)
  await visit(page, address(amy))
  expect(await lowTargets(page), 'on a phone').toEqual([])
  for (const name of ['Reject', 'Mark as Pending', 'Move to Interview', 'More actions for Amy First']) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  await page.getByRole('button', { name: 'Person', exact: true }).click()
  await expect(feedback).toBeVisible()
  await expectNoViolations(page, 'review of a person on a phone')
  expect(await lowTargets(page), 'of a person on a phone').toEqual([])
  await page.getByRole('button', { name: '1 other application' }).click()
  await expect(page.getByRole('heading', { name: 'Other applications of this person' })).toBeInViewport()
  await test.step('an application is deleted from the menu, after a question, and the review moves on', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await decisions.getByRole('button', { name: 'More actions for Amy First' }).click()
    await page.getByRole('menuitem', { name: 'Delete Application' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Application deleted')
    await expectShown(page, 'Amy Again')
    expect(await stored(site, amy)).toBeUndefined()
  })
})
