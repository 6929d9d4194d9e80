import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { PHONE } from '../../steps/accessible-steps.ts'
import { openAdmin, rowOf } from '../../steps/admin-steps.ts'
import { address, dayOf, expectShown, openReview, statuses, stored, twoApplicants } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, tabTo, visit, waitForToaster } from '../../steps/steps.ts'

/** Of the queue. */
const READING = '**/api/applications?*limit=100*'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('ten applications are decided in 11 keys, three of them interviews, and Z takes the last one back', async ({
  page,
  site,
}) => {
  const names = Array.from({ length: 12 }, (_, index) => `Applicant ${String.fromCharCode(65 + index)}`)
  await site.insertApplicants(names.map((name, index) => ({ name, created_at: dayOf(index) })))
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await tabTo(page, page.getByRole('link', { name: 'Review 12' }))
  await test.step('ten decisions, each of which moves on', async () => {
    await press('Enter')
    const decided = names.toReversed().slice(0, 10)
    for (const [index, name] of decided.entries()) {
      await expectShown(page, name)
      await expect(page.getByText(`1 of ${12 - index}`, { exact: true })).toBeVisible()
      await press(index % 4 === 0 ? '3' : '5')
    }
    expect(keys).toBe(11)
    await expectShown(page, 'Applicant B')
    await expectToast(page, 'Status updated', 'Application status changed to rejected')
    await expect.poll(() => statuses(site)).toEqual({ rejected: 7, interview: 3, pending: 2 })
  })
  await test.step('Z, the toast and the history each take a decision back', async () => {
    await press('z')
    await expectToast(page, 'Change undone')
    await expectShown(page, 'Applicant C')
    await expect(page.getByText('1 of 3', { exact: true })).toBeVisible()
    await press('5')
    await expectToast(page, 'Status updated')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Change undone')
    await expectShown(page, 'Applicant C')
    await press('e')
    await expectToast(page, 'Application archived')
    await expectShown(page, 'Applicant B')
    const archived = (await site.applications()).find(({ name }) => name === 'Applicant C')
    await visit(page, address(archived?.id ?? 0))
    await expectShown(page, 'Applicant C')
    await page.getByText('History', { exact: true }).click()
    await page
      .getByRole('list', { name: 'History, newest first' })
      .getByRole('button', { name: 'Undo' })
      .first()
      .click()
    await expectToast(page, 'Change undone')
    await expect.poll(() => statuses(site)).toEqual({ rejected: 6, interview: 3, pending: 3 })
  })
  await test.step('digits that are typed on after 3 and I are commands, never a date', async () => {
    await page.keyboard.press('3')
    await expectToast(page, 'Status updated', 'Application status changed to interview')
    await page.keyboard.press('z')
    await expectToast(page, 'Change undone')
    await expectShown(page, 'Applicant C')
    await page.keyboard.press('i')
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Plan and invite' })).toBeFocused()
    await page.keyboard.type('0331')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.locator('body')).not.toBeFocused()
    await expect.poll(() => statuses(site)).toEqual({ rejected: 6, interview: 3, pending: 3 })
  })
  await test.step('J and K move without deciding, a reload stays, Esc leaves', async () => {
    await page.keyboard.press('j')
    await expectShown(page, 'Applicant B')
    await page.keyboard.press('k')
    await expectShown(page, 'Applicant C')
    await page.reload()
    await expectShown(page, 'Applicant C')
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'Applicant C')).toBeVisible()
  })
  await test.step('Back leaves in one step, however many were looked at', async () => {
    await rowOf(page, 'Applicant C').focus()
    await page.keyboard.press('Enter')
    await expectShown(page, 'Applicant C')
    for (const [key, name] of [
      ['j', 'Applicant B'],
      ['j', 'Applicant A'],
      ['k', 'Applicant B'],
    ] as const) {
      await page.keyboard.press(key)
      await expectShown(page, name)
    }
    await page.goBack()
    await expect(rowOf(page, 'Applicant C')).toBeVisible()
  })
  await test.step('the list of keys switches them off, and a reload remembers it', async () => {
    await rowOf(page, 'Applicant C').focus()
    await page.keyboard.press('Enter')
    await expectShown(page, 'Applicant C')
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keys' })
    for (const key of [
      'J Next application',
      'K Previous application',
      '5 Mark as Rejected',
      'I Plan an interview',
      'D Download Resume',
    ]) {
      await expect(list.getByRole('row', { name: key })).toBeVisible()
    }
    await page.keyboard.press('5')
    await list.getByLabel('Use single keys').uncheck()
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await page.keyboard.press('j')
    await page.reload()
    await page.keyboard.press('5')
    await expectShown(page, 'Applicant C')
    expect(await statuses(site)).toEqual({ rejected: 6, interview: 3, pending: 3 })
  })
})

test('a decision that is taken back at once stays in the queue, also while the list is being read', async ({
  page,
  site,
}) => {
  const { amy } = await twoApplicants(site)
  await page.clock.install()
  await openReview(page, site, amy)
  await test.step('before the row has left', async () => {
    await page.clock.pauseAt(Date.now() + 1_000)
    await page.keyboard.press('5')
    await expectShown(page, 'Ben Second')
    await expect.poll(() => statuses(site)).toEqual({ pending: 1, rejected: 1 })
    await page.keyboard.press('z')
    await expectShown(page, 'Amy First')
    await page.clock.runFor(1_000)
    await page.clock.resume()
    await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  })
  await test.step('while an older reading of the list is on its way', async () => {
    await page.keyboard.press('5')
    await expectShown(page, 'Ben Second')
    await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
    await expect.poll(() => statuses(site)).toEqual({ pending: 1, rejected: 1 })
    const { promise: undone, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: held, resolve: hold } = Promise.withResolvers<void>()
    await page.route(
      READING,
      async (route) => {
        const response = await route.fetch()
        hold()
        await undone
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await page.clock.fastForward(31_000)
    await held
    const read = page.waitForResponse(READING)
    await page.keyboard.press('z')
    await expectToast(page, 'Change undone')
    await expectShown(page, 'Amy First')
    goOn()
    await (await read).finished()
    await page.clock.runFor(1_000)
    await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  })
})

test('undoing the rejection of several reads the queue again once, and not for each of them', async ({
  page,
  site,
}) => {
  await site.insertApplicants(['Sol', 'Amy', 'Ben', 'Cy', 'Di', 'Eve'].map((name) => ({ name })))
  const stored = await site.applications()
  const applications = stored.map(({ id, version }) => ({ id, version }))
  await site.request('POST', ADMIN_API.applicationChanges, { applications, change: { status: 'rejected' } })
  await openReview(page, site, stored.find(({ name }) => name === 'Sol')?.id ?? 0, '?tab=rejected&q=Sol')
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
  await page.getByText('History', { exact: true }).click()
  let readings = 0
  await page.route(READING, (route) => {
    readings += 1
    return route.continue()
  })
  const read = page.waitForResponse(READING)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Change undone')
  await (await read).finished()
  expect(readings).toBe(1)
  expect(await statuses(site)).toEqual({ pending: applications.length })
})

test('a decision that is refused comes back, with its reason', async ({ page, context, site }) => {
  const { amy } = await twoApplicants(site)
  await openReview(page, site, amy)
  await test.step('without a network', async () => {
    await waitForToaster(page)
    await context.setOffline(true)
    await page.keyboard.press('5')
    await expectShown(page, 'Ben Second')
    await expectToast(page, 'Update failed', 'Failed to update application status')
    await page.getByRole('button', { name: 'Show' }).click()
    await expectShown(page, 'Amy First')
    await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
    expect((await stored(site, amy))?.status).toBe('pending')
    await test.step('what is decided again as it was is not sent', async () => {
      await page.keyboard.press('1')
      await expect(page.getByText('1 decision is not saved.')).toHaveCount(0)
      await context.setOffline(false)
    })
  })
  await test.step('another admin decided meanwhile: the stored status is shown, and this admin chooses', async () => {
    await site.updateApplication(amy, { status: 'interview' })
    await page.keyboard.press('5')
    await expectToast(page, 'Update failed', /^is now Interview: .* changed it on .* You chose Rejected\.$/)
    await page.setViewportSize(PHONE)
    const refused = page.getByRole('status').filter({ hasText: '1 decision needs your choice.' })
    await refused.getByRole('button', { name: 'Choose' }).click()
    const notice = page.getByRole('region', { name: 'Edit conflict' })
    await expect(notice.getByRole('definition')).toHaveText(['Interview', 'Rejected'])
    await expect(notice).toBeInViewport()
    await expect(refused).toHaveCount(0)
    expect((await stored(site, amy))?.status).toBe('interview')
    await notice.getByRole('button', { name: 'Change to Rejected' }).click()
    await expect.poll(async () => (await stored(site, amy))?.status).toBe('rejected')
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await test.step('a refused invitation asks too', async () => {
    await visit(page, address(amy))
    await expectShown(page, 'Amy First')
    await site.updateApplication(amy, { status: 'hired' })
    await page.keyboard.press('3')
    await page.getByRole('button', { name: 'Choose' }).click()
    const notice = page.getByRole('region', { name: 'Edit conflict' })
    await expect(notice).toBeFocused()
    await notice.getByRole('button', { name: 'Keep Hired' }).click()
  })
  await test.step('feedback that another admin wrote is no conflict with a decision', async () => {
    const ben = (await site.applications()).find(({ name }) => name === 'Ben Second')?.id ?? 0
    await visit(page, address(ben))
    await expectShown(page, 'Ben Second')
    await site.updateApplication(ben, { feedback: 'From the other desk' })
    await page.keyboard.press('4')
    await expectToast(page, 'Status updated', 'Application status changed to hired')
    expect(await stored(site, ben)).toMatchObject({ status: 'hired', feedback: 'From the other desk' })
  })
})
