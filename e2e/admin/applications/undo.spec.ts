import type { Page, Route } from '@playwright/test'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { choose, expectRows, expectTabs, openAdmin, refuse, rowOf } from '../../steps/admin-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { expectToast, toasts, visit, waitForToaster } from '../../steps/steps.ts'

const TITLE = 'Ignition Developer'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('decisions without a network are marked on the review page and the dashboard, and are sent once it is back', async ({
  page,
  context,
  site,
}) => {
  const names = ['Ana', 'Ben', 'Cy', 'Di']
  await insert(site, names)
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await page.getByRole('link', { name: 'Review 4' }).click()
  await expectShown(page, 'Ana')
  await waitForToaster(page)
  const queue = page.getByRole('navigation', { name: 'Queue' })
  await test.step('three decisions come back to their places, each with its mark', async () => {
    await context.setOffline(true)
    const keys = ['5', '4', 'e']
    for (const [index, key] of keys.entries()) {
      await page.keyboard.press(key)
      await expectShown(page, names[index + 1] as string)
    }
    await expectToast(page, 'Action failed', '3 decisions could not be saved.')
    await expect(queue.getByRole('listitem')).toHaveText([
      /^Ana.*Not saved: rejected$/,
      /^Ben.*Not saved: hired$/,
      /^Cy.*Not saved: archived$/,
      /^Di(?!.*Not saved)/,
    ])
    await expect(page.getByText('4 of 4', { exact: true })).toBeVisible()
  })
  await test.step('a decision that is made again replaces the first', async () => {
    await queue.getByRole('link', { name: 'Ben' }).click()
    await page.keyboard.press('2')
    await expect(queue.getByRole('listitem').nth(1)).toHaveText(/Not saved: reviewing$/)
    await expect(queue.getByRole('listitem')).toHaveCount(4)
  })
  await test.step('the session outlasts the break on other pages too', async () => {
    let checks = 0
    page.on('requestfailed', (request) => {
      if (request.url().endsWith(API.me)) checks += 1
    })
    await page.keyboard.press('Escape')
    await expect(page.getByText('Connection lost')).toBeVisible()
    expect(checks, 'the others wait for the network').toBe(1)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })
  const line = page.getByRole('region', { name: 'Unsaved decisions' })
  await test.step('the dashboard says how many there are, and names them on demand', async () => {
    await expect(line.getByRole('status')).toHaveText('3 decisions are not saved.')
    await line.getByText('Names').click()
    await expect(line.getByRole('listitem')).toHaveText([/^Ana: rejected/, /^Cy: archived/, /^Ben: reviewing/])
    const send = line.getByRole('button', { name: 'Send now' })
    await send.click()
    await expect(send).toHaveAttribute('aria-busy')
    await expect(send).not.toHaveAttribute('aria-busy')
    await expectToast(page, 'Update failed', '3 decisions could not be saved.')
    await expect(line.getByRole('status')).toHaveText('3 decisions are not saved.')
  })
  await test.step('once it is back they are sent in their order; what was decided otherwise since waits, even if that was taken back', async () => {
    const idOf = async (of: string) => (await site.applications()).find(({ name }) => name === of)?.id ?? 0
    await site.updateApplication(await idOf('Ana'), { status: 'interview' })
    for (const status of ['hired', 'pending'] as const) await site.updateApplication(await idOf('Ben'), { status })
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(ADMIN_API.applicationChanges)) sent.push(request.postDataJSON().change)
    })
    await context.setOffline(false)
    await expect(line.getByRole('status')).toHaveText('2 decisions need your choice.')
    // The network may fail once more while it comes back, and the same request is then sent again.
    const inOrder = new Set(sent.map((change) => JSON.stringify(change)))
    expect([...inOrder]).toEqual(['{"status":"rejected"}', '{"archived":true}', '{"status":"reviewing"}'])
  })
  await test.step('the other pages say so too, and lead to the choice', async () => {
    await visit(page, '/admin/jobs')
    await line.getByText('Names').click()
    await line.getByRole('button', { name: 'Discard the decision about Ben' }).click()
    await expect(line.getByRole('status')).toHaveText('1 decision needs your choice.')
    await line.getByRole('link', { name: 'Choose' }).click()
    const notice = page.getByRole('region', { name: 'Edit conflict' })
    await expect(notice.getByRole('definition')).toHaveText(['Interview', 'Rejected'])
    await notice.getByRole('button', { name: 'Keep Interview' }).click()
    await expect(notice).toHaveCount(0)
    await expect(queue.getByRole('link', { name: 'Di' })).toBeVisible()
    const stored = (await site.applications()).map(({ name, status, archived }) => [
      name,
      archived ? 'archived' : status,
    ])
    expect(Object.fromEntries(stored)).toEqual({ Ana: 'interview', Ben: 'pending', Cy: 'archived', Di: 'pending' })
  })
})

test('dashboard, review page and board share one undo: Z takes back the newest change, wherever it was made', async ({
  page,
  site,
}) => {
  const jobId = await site.createJob({ title: TITLE })
  await insert(site, ['Ana', 'Ben', 'Cy', 'Di'], jobId)
  await openAdmin(page, site, `/admin/dashboard?job=${jobId}`, 'Dashboard')
  await choose(page, 'Di', 'Mark as Hired')
  await expectTabs(page, [3, 0, 0, 1, 0, 0])
  await page.getByRole('link', { name: 'Review 3' }).click()
  await expectShown(page, 'Ana')
  await page.keyboard.press('5')
  await expectToast(page, 'Status updated', 'Application status changed to rejected')
  await page.keyboard.press('Escape')
  await expectRows(page, ['Ben', 'Cy'])
  await page.getByRole('navigation').getByRole('link', { name: 'Job Postings' }).click()
  await rowOf(page, TITLE).getByRole('link', { name: TITLE }).click()
  const stage = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) })
  await test.step('on the board: its own moves, then the decision of the review page, then the one of the dashboard', async () => {
    for (const [name, key] of [
      ['Ben', '2'],
      ['Cy', '3'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).focus()
      await page.keyboard.press(key)
      await expect(toasts(page)).toContainText(name)
    }
    for (const [title, name] of [
      ['Move undone', 'Cy'],
      ['Move undone', 'Ben'],
      ['Change undone', 'Ana'],
      ['Change undone', 'Di'],
    ] as const) {
      await page.keyboard.press('z')
      await expect(toasts(page)).toContainText(name)
      await expectToast(page, title)
    }
    await expect(stage('Pending').getByRole('listitem')).toHaveText([/^Ana/, /^Ben/, /^Cy/, /^Di/])
    await page.keyboard.press('z')
    await expectToast(page, 'Nothing to undo')
  })
  await test.step('Escape and the bar lead from the review page to the board that opened it', async () => {
    await page.getByRole('link', { name: 'Ben', exact: true }).click()
    await expectShown(page, 'Ben')
    await page.keyboard.press('j')
    await expectShown(page, 'Cy')
    await expect(page.getByRole('link', { name: 'Board', exact: true })).toHaveAttribute('href', `/admin/jobs/${jobId}`)
    await page.reload()
    await expectShown(page, 'Cy')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`/admin/jobs/${jobId}`)
  })
  await test.step('a deep link leads to the dashboard', async () => {
    const id = (await site.applications())[0]?.id
    await visit(page, `/admin/applications/${id}?job=${jobId}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`/admin/dashboard?job=${jobId}`)
  })
})

test('open applications that filling a posting rejected are brought back by Z; who was decided meanwhile is named', async ({
  page,
  site,
}) => {
  const jobId = await site.createJob({ title: TITLE })
  await insert(site, ['Ana', 'Ben', 'Cy'], jobId)
  await openAdmin(page, site, `/admin/jobs/${jobId}`, TITLE)
  const statuses = async () =>
    Object.fromEntries((await site.applications()).map(({ name, status }) => [name, status] as const))
  const fillPosting = async () => {
    await page.getByRole('button', { name: `Actions for ${TITLE}` }).click()
    await page.getByRole('menuitem', { name: 'Mark as filled' }).click()
    await page.getByRole('button', { name: 'Fill and reject them' }).click()
  }
  await test.step('feedback of another admin does not stand in the way, a decision does', async () => {
    const idOf = async (name: string) => (await site.applications()).find((one) => one.name === name)?.id ?? 0
    const decideMeanwhile = async (route: Route) => {
      await site.updateApplication(await idOf('Ana'), { status: 'hired' })
      await site.updateApplication(await idOf('Ben'), { feedback: 'Strong on tags.' })
      await route.continue()
    }
    await page.route('**/api/admin/jobs/*/fill', decideMeanwhile, { times: 1 })
    await fillPosting()
    const refused = 'Not rejected: Ana was changed by another admin meanwhile.'
    await expectToast(page, 'Job marked as filled', `2 applications rejected. ${refused}`)
    expect(await statuses()).toEqual({ Ana: 'hired', Ben: 'rejected', Cy: 'rejected' })
  })
  await test.step('an undo that fails can be tried again, by Z too', async () => {
    await refuse(page, '**/application-changes/*/undo', 'POST')
    // Keys act once the dialog has gone.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('z')
    await expectToast(page, 'Undo failed')
    await page.unroute('**/application-changes/*/undo')
    await page.keyboard.press('z')
    await expectToast(page, 'Filling undone', 'The posting is open again. 2 applications are open again.')
    expect(await statuses()).toEqual({ Ana: 'hired', Ben: 'pending', Cy: 'pending' })
  })
})

test('a change of rows of which other admins changed only other fields asks nothing', async ({ page, site }) => {
  await insert(site, ['Ana', 'Ben', 'Cy'])
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  // Read before the others change: the list of pending ones has only two of them afterwards.
  await expectRows(page, ['Ana', 'Ben', 'Cy'])
  const [cy, ben] = (await site.applications()).toReversed().map(({ id }) => id)
  await site.updateApplication(cy ?? 0, { status: 'hired' })
  await site.updateApplication(ben ?? 0, { feedback: 'Strong on tags.', interviewDate: '2027-01-15T09:30:00.000Z' })
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await page.getByRole('region', { name: 'Selected applications' }).getByRole('button', { name: 'Archive' }).click()
  await expectToast(page, 'Applications archived')
  await expect(toasts(page)).toContainText('3 applications')
  await expectTabs(page, [0, 0, 0, 0, 0, 3])
  const stored = await site.applications()
  expect(stored.map(({ archived, status }) => [archived, status])).toContainEqual([true, 'hired'])
  await test.step('and one undo brings all of them back', async () => {
    await page.keyboard.press('z')
    await expectTabs(page, [1, 0, 1, 1, 0, 0])
  })
})

async function insert(site: Site, names: string[], jobId: number | null = null): Promise<void> {
  // A later application comes first in the list.
  const day = (index: number) => new Date(Date.UTC(2026, 5, 28 - index)).toISOString()
  await site.insertApplicants(names.map((name, index) => ({ name, job_id: jobId, created_at: day(index) })))
}

async function expectShown(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}
