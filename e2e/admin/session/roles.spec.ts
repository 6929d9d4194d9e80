import type { Page } from '@playwright/test'
import type { Role } from '../../../contract/accounts/roles.ts'
import type { MessageList } from '../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { openDatabase } from '../../../server/platform/database/sqlite/open-database.ts'
import { expectRows, openAdminMenu, openMenu } from '../../steps/admin-steps.ts'
import { enterAs } from '../../steps/enter-as.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { expectToast, visit } from '../../steps/steps.ts'

test.use({ hasMail: true })

/** Two postings with one applicant each. */
async function preparePostings(site: Site) {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  const own = await site.createJob({ title: 'Field Engineer' })
  const other = await site.createJob({ title: 'Controller' })
  await site.apply({ name: 'Amy Own', email: 'amy@example.com', jobId: String(own) })
  const hal = await site.apply({ name: 'Hal Hidden', email: 'hal@example.com', jobId: String(other) })
  return { own, other, hal }
}

/** Whether the page does something when a key is pressed. It says so at once, while a toast that does not come says nothing. */
function isKeyTaken(page: Page, key: string): Promise<boolean> {
  return page.evaluate((pressed) => {
    const event = new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true })
    return !document.body.dispatchEvent(event)
  }, key)
}

/** Gives a person another role behind the back of the open page. */
async function makeRole(site: Site, id: number, role: Role) {
  const db = await openDatabase(site.dataDir)
  await db.updateTable('accounts').set({ role }).where('id', '=', id).execute()
  await db.destroy()
}

test('a hiring manager reads and assesses the applicants of the own posting, and sees no control beyond that and nobody else', async ({
  browser,
  site,
}) => {
  const { own, hal } = await preparePostings(site)
  const { page } = await enterAs(browser, site, 'hiring_manager', [{ jobId: own, decides: false }])
  await expectRows(page, ['Amy Own'])
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('option', { name: 'All Jobs' })).toBeAttached()
  await expect(page.getByRole('option', { name: 'General Applications' })).toHaveCount(0)
  await expect((await openMenu(page, 'Amy Own')).getByRole('menuitem')).toHaveText(['Details', 'Download Resume'])
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Amy Own' }).click()
  const feedback = page.getByRole('textbox', { name: 'Feedback' })
  await expect(page.getByRole('group', { name: 'Decision' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Message', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Offer times' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Plan interview' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Kind').selectOption('Video')
  await dialog.getByLabel('Link').fill('https://meet.example.com/pit-7')
  await dialog.getByRole('button', { name: 'Plan interview' }).click()
  await expectToast(page, 'Interview planned')
  await expect(page.getByRole('button', { name: 'Undo', exact: true }), 'only who decides may undo it').toHaveCount(0)
  await feedback.fill('Knows pumps.')
  await feedback.blur()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await visit(page, '/admin/jobs')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Field Engineer' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New Job Posting' })).toHaveCount(0)
  expect(await isKeyTaken(page, 'z'), 'the key that undoes is not theirs').toBe(false)
  await visit(page, `/admin/applications/${hal}`)
  await expect(page.getByText('Hal Hidden')).toHaveCount(0)
  await visit(page, `/admin/jobs/${own}`)
  await expect(page.getByRole('link', { name: 'Amy Own' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move Amy Own' })).toHaveCount(0)

  await visit(page, '/admin/dashboard?q=Hidden')
  await expect(page.getByText('No applications found in this category')).toBeVisible()
  await visit(page, '/admin/settings')
  await expect(page.getByText('This page is for owners and recruiters.')).toBeVisible()
  await page.getByRole('link', { name: 'To the dashboard' }).click()
  await expectRows(page, ['Amy Own'])
  await page.close()
})

test('a deciding manager rejects the applicants of the own posting with a message, which is queued, and selects nobody else', async ({
  browser,
  site,
}) => {
  const { own, other, hal } = await preparePostings(site)
  await site.apply({ name: 'Bo Own', email: 'bo@example.com', jobId: String(own) })
  const { page } = await enterAs(browser, site, 'hiring_manager', [
    { jobId: own, decides: true },
    { jobId: other, decides: false },
  ])
  await expectRows(page, ['Bo Own', 'Hal Hidden', 'Amy Own'])
  await expect(page.getByRole('checkbox', { name: /^Select [A-Z]/ })).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  const bar = page.getByRole('region', { name: 'Selected applications' })
  await expect(bar.getByRole('status')).toHaveText('2 selected')
  await bar.getByRole('button', { name: 'Mark as Rejected' }).click()
  const drawer = page.getByRole('dialog', { name: 'Reject 2 applicants' })
  await drawer.getByLabel('Text', { exact: true }).fill('Dear {name}, somebody was faster.')
  await drawer.getByRole('button', { name: 'Reject and send' }).click()
  await expectRows(page, ['Hal Hidden'])
  await expectToast(page, 'Status updated', 'changed to rejected')
  const { messages } = (await site.request('GET', ADMIN_API.messages)) as MessageList
  const queued = messages
    .filter(({ body, state }) => state === 'waiting' && body.includes('faster'))
    .map(({ body }) => body)
  expect(queued.toSorted()).toEqual(['Dear Amy Own, somebody was faster.', 'Dear Bo Own, somebody was faster.'])
  await test.step('of the messages, only those of the posting that the manager decides about have buttons', async () => {
    const change = { change: { status: 'rejected' }, applications: [{ id: hal }] }
    await site.request('POST', ADMIN_API.applicationChanges, change)
    await visit(page, '/admin/messages')
    const item = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await page.getByRole('tab', { name: /^To confirm/ }).click()
    await expect(item('Hal Hidden')).toBeVisible()
    await expect(item('Hal Hidden').getByRole('button', { name: /Send|Discard|Edit/ })).toHaveCount(0)
    await page.getByRole('tab', { name: /^Waiting/ }).click()
    await expect(item('Bo Own').getByRole('button', { name: 'Take back' })).toBeVisible()
  })
  await page.close()
})

test('a recruiter sees everything but the people and the audit trail', async ({ browser, site }) => {
  await preparePostings(site)
  const { page, username } = await enterAs(browser, site, 'recruiter')
  const menu = await openAdminMenu(page)
  await expect(menu.getByRole('listitem').filter({ hasText: 'Recruiter' })).toHaveText(`${username} Recruiter`)
  await expect(menu.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(menu.getByRole('link', { name: /People|Audit trail/ })).toHaveCount(0)
  await visit(page, '/admin/audit')
  await expect(page.getByText('This page is for owners.')).toBeVisible()
  await page.close()
})

test('a person who is made a hiring manager while the page is open is told so at the next action, and its controls go', async ({
  browser,
  site,
}) => {
  const { own } = await preparePostings(site)
  const { page, id } = await enterAs(browser, site, 'recruiter', [{ jobId: own, decides: false }])
  const actions = await openMenu(page, 'Amy Own')
  await makeRole(site, id, 'hiring_manager')
  await actions.getByRole('menuitem', { name: 'Delete Application' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Your role does not include this.').first()).toBeVisible()
  await expectRows(page, ['Amy Own'])
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.close()
})

test('a person whose role no longer has the open page is told whom it is for at its next read, which asks for the role once', async ({
  browser,
  site,
}) => {
  const { page, id } = await enterAs(browser, site, 'owner')
  await visit(page, '/admin/audit')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await makeRole(site, id, 'recruiter')
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === API.me) asked += 1
  })
  await page.getByLabel('What').selectOption('Posting activated')
  await expect(page.getByText('This page is for owners.')).toBeVisible()
  expect(asked).toBe(1)
  await page.close()
})

test('a hiring manager without a posting reads whom to ask', async ({ browser, site }) => {
  await preparePostings(site)
  const { page } = await enterAs(browser, site, 'hiring_manager')
  await expect(page.getByText('No posting is assigned to you yet. Ask an owner.')).toBeVisible()
  await page.close()
})
