import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { expectNoViolations, lowTargets, PHONE } from '../steps/accessible-steps.ts'
import { choose, expectRows, expectTabs, openAdmin, rowOf } from '../steps/admin-steps.ts'
import { expect, type Site, test } from '../steps/site.ts'
import { expectToast, toasts } from '../steps/steps.ts'

const NAMES = Array.from({ length: 40 }, (_, index) => `Applicant ${String(index + 1).padStart(2, '0')}`)

test('forty applications are rejected in one action, and brought back by one undo', async ({ page, site }) => {
  await fill(page, site, NAMES)
  let requests = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === ADMIN_API.applicationChanges) requests += 1
  })
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await expect(bulkBar(page).getByRole('status')).toHaveText('25 selected')
  await bulkBar(page).getByRole('button', { name: 'Select all 40' }).click()
  await expect(bulkBar(page).getByRole('status')).toHaveText('40 selected')
  await expectNoViolations(page, 'the bar for selected applications')
  await test.step('every action is within reach on a tablet and on a phone', async () => {
    const before = page.viewportSize() ?? PHONE
    for (const size of [{ width: 768, height: 1024 }, PHONE]) {
      await page.setViewportSize(size)
      if (size === PHONE) {
        expect((await bulkBar(page).boundingBox())?.height, 'one row').toBeLessThan(60)
        await expect(bulkBar(page).getByRole('combobox', { name: 'Move to' })).toBeInViewport({ ratio: 1 })
        await bulkBar(page).getByRole('button', { name: 'More actions' }).click()
      }
      const actions = bulkBar(page).getByRole('button')
      await expect(actions).toHaveCount(size === PHONE ? 6 : 9)
      for (const action of await actions.all()) {
        await expect(action).toBeInViewport({ ratio: 1 })
        await action.click({ trial: true })
      }
    }
    expect(await lowTargets(page)).toEqual([])
    await page.setViewportSize(before)
  })
  await expect(bulkBar(page).getByRole('button', { name: 'Mark as Pending' })).toHaveCount(0)
  await bulkBar(page).getByRole('button', { name: 'Mark as Rejected' }).click()
  const drawer = page.getByRole('dialog', { name: 'Reject 40 applicants' })
  await test.step('without a mail server it says so, and offers what is possible', async () => {
    await expect(drawer).toContainText('No mail server is configured, so nothing leaves from here.')
    await expect(drawer.getByRole('radio')).toHaveCount(2)
    await expect(drawer.getByRole('button', { name: 'Reject and keep the messages' })).toBeVisible()
    await drawer.getByRole('radio', { name: 'No message' }).check()
  })
  await drawer.getByRole('button', { name: 'Reject without a message' }).click()
  await expectTabs(page, [0, 0, 0, 0, 40, 0])
  await expectToast(page, 'Status updated', 'changed to rejected')
  await expect(toasts(page)).toContainText('40 applications')
  await expect(bulkBar(page)).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Pending' }), 'without a row the tab has the focus').toBeFocused()
  expect(requests).toBe(1)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expectTabs(page, [40, 0, 0, 0, 0, 0])
  await expectToast(page, 'Change undone')
  await expectRows(page, NAMES.slice(0, 25))
})

test('by mouse: Shift selects a range; archive, unarchive, download and delete act on it', async ({ page, site }) => {
  await fill(page, site, NAMES.slice(0, 6))
  await tick(page, 'Applicant 02').click()
  await tick(page, 'Applicant 05').click({ modifiers: ['Shift'] })
  await expect(bulkBar(page).getByRole('status')).toHaveText('4 selected')
  await tick(page, 'Applicant 03').click()
  await bulkBar(page).getByRole('button', { name: 'Archive' }).click()
  await expectToast(page, 'Applications archived')
  await expectRows(page, ['Applicant 01', 'Applicant 03', 'Applicant 06'])
  await expect(page.getByRole('row').and(page.locator(':focus'))).toHaveCount(1)
  await page.getByRole('tab', { name: 'Archived' }).click()
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await bulkBar(page).getByRole('button', { name: 'Unarchive' }).click()
  await expectTabs(page, [6, 0, 0, 0, 0, 0])
  await page.getByRole('tab', { name: 'Pending' }).click()
  await test.step('the resumes come as one archive', async () => {
    await tick(page, 'Applicant 01').click()
    const download = page.waitForEvent('download')
    await bulkBar(page).getByRole('button', { name: 'Download resumes' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.zip$/)
    await expectToast(page, 'Resume downloaded')
  })
  await test.step('delete asks, says how many and whom', async () => {
    await tick(page, 'Applicant 05').click({ modifiers: ['Shift'] })
    await bulkBar(page).getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Applications' })
    await expect(dialog).toContainText('these 5 applications (Applicant 01, Applicant 02, Applicant 03 and 2 more)')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expectToast(page, 'Applications deleted')
    await expectRows(page, ['Applicant 06'])
    await expect(rowOf(page, 'Applicant 06')).toBeFocused()
    expect(await site.applications()).toHaveLength(1)
  })
})

test('the whole list is downloaded as CSV, also what its page does not show, as its filter says', async ({
  page,
  site,
}) => {
  await fill(page, site, NAMES)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^Applications \d{4}-\d\d-\d\d\.csv$/)
  await expectToast(page, 'List downloaded')
  const saved = await readFile(await download.path(), 'utf8')
  expect(NAMES.filter((name) => !saved.includes(`"${name}"`))).toEqual([])

  await page.getByRole('searchbox', { name: 'Search' }).fill('Applicant 07')
  await expectRows(page, ['Applicant 07'])
  const found = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect(await readFile(await (await found).path(), 'utf8')).not.toContain('Applicant 08')
})

test('by keyboard alone: rows are selected, moved, decided and brought back', async ({ page, site }) => {
  await fill(page, site, NAMES.slice(0, 6))
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await test.step('X selects, Shift+X selects up to a row, a number moves them, Z brings them back', async () => {
    await press('j', 'j', 'x', 'j', 'j', 'Shift+X')
    await expect(bulkBar(page).getByRole('status')).toHaveText('3 selected')
    await press('4')
    await expectTabs(page, [3, 0, 0, 3, 0, 0])
    await expectRows(page, ['Applicant 01', 'Applicant 05', 'Applicant 06'])
    await press('z')
    await expectTabs(page, [6, 0, 0, 0, 0, 0])
  })
  await test.step('the list of keys has all of them', async () => {
    await press('?')
    for (const key of ['↑ ↓ Previous or next row', 'Enter Review the application']) {
      await expect(page.getByRole('dialog').getByRole('row', { name: key })).toBeVisible()
    }
    await press('Escape')
  })
  await test.step('Shift with an arrow key selects too, and Escape clears', async () => {
    await rowOf(page, 'Applicant 01').focus()
    await press('Shift+ArrowDown', 'Shift+ArrowDown')
    await expect(bulkBar(page).getByRole('status')).toHaveText('3 selected')
    await press('Escape')
    await expect(bulkBar(page)).toHaveCount(0)
  })
  await test.step('without a selection the row with the focus is decided, and the next one has the focus', async () => {
    await rowOf(page, 'Applicant 01').focus()
    await press('5')
    await expect(rowOf(page, 'Applicant 02')).toBeFocused()
    await press('2')
    await expectTabs(page, [4, 1, 0, 0, 1, 0])
    await press('z')
    await expectTabs(page, [5, 0, 0, 0, 1, 0])
    await press('z')
    await expectTabs(page, [6, 0, 0, 0, 0, 0])
  })
})

test('two admins at once: no change is lost, the other one is shown, and each refused application is named', async ({
  page,
  site,
}) => {
  await fill(page, site, ['Amy First', 'Ben Second', 'Cleo Third'])
  const idOf = async (name: string) => (await site.applications()).find((one) => one.name === name)?.id as number
  const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await test.step('a single change shows what the other admin stored, and asks', async () => {
    await site.updateApplication(await idOf('Amy First'), { status: 'hired' })
    await choose(page, 'Amy First', 'Mark as Rejected')
    await expect(dialog).toContainText(`Amy First is now Hired: ${site.credentials.username} changed it`)
    await expect(dialog).toContainText('You chose Rejected.')
    await dialog.getByRole('button', { name: 'Keep Hired' }).click()
    await expectTabs(page, [2, 0, 0, 1, 0, 0])
  })
  await test.step('of several, the others are changed, and it can be made all the same', async () => {
    await site.updateApplication(await idOf('Ben Second'), { status: 'reviewing' })
    for (const name of ['Ben Second', 'Cleo Third']) await tick(page, name).click()
    await bulkBar(page).getByRole('button', { name: 'Move to Interview' }).click()
    await expect(dialog).toContainText('Ben Second is now Reviewing')
    await expectToast(page, 'Update failed', 'Not changed: Ben Second was changed by another admin meanwhile.')
    await dialog.getByRole('button', { name: 'Change to Interview' }).click()
    await expectToast(page, 'Status updated', 'Application status changed to interview')
    await expectTabs(page, [0, 0, 2, 1, 0, 0])
  })
  await test.step('those that the other admin has deleted are said to be gone', async () => {
    await page.getByRole('tab', { name: 'Interview' }).click()
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
    await site.deleteAllApplications()
    await bulkBar(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expectToast(page, 'Delete failed', 'no longer exist.')
    await expect(toasts(page)).toContainText('2 applications')
  })
})

async function fill(page: Page, site: Site, names: string[]): Promise<void> {
  await site.deleteAllApplications()
  const day = (index: number) => new Date(Date.UTC(2026, 0, 60 - index)).toISOString()
  await site.insertApplicants(names.map((name, index) => ({ name, created_at: day(index) })))
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expectRows(page, names.slice(0, 25))
}

function tick(page: Page, name: string) {
  return page.getByRole('checkbox', { name: `Select ${name}` })
}

function bulkBar(page: Page) {
  return page.getByRole('region', { name: 'Selected applications' })
}
