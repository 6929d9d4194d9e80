import { expectRows, expectTabs, openAdmin, openMenu, rowOf } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { toasts } from '../../steps/steps.ts'

const HOUR_MS = 3_600_000

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('more than one page of rows is paged through, and another tab or order starts at its first page', async ({
  page,
  site,
}) => {
  const names = Array.from({ length: 60 }, (_, index) => `Applicant ${String(index + 1).padStart(3, '0')}`)
  const now = Date.now()
  await site.insertApplicants(
    names.map((name, index) => ({ name, created_at: new Date(now - index * HOUR_MS).toISOString() })),
  )
  await site.insertApplicants([{ name: 'Only Hired', status: 'hired' }])
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const pager = page.getByRole('navigation', { name: 'Pages' })
  const range = pager.getByRole('status')
  await expect(range).toHaveText('1–25 of 60')
  await expectRows(page, names.slice(0, 25))
  await pager.getByRole('button', { name: 'Next' }).click()
  await expect(range).toHaveText('26–50 of 60')
  await expectRows(page, names.slice(25, 50))
  await pager.getByRole('button', { name: 'Next' }).click()
  await expect(range).toHaveText('51–60 of 60')
  await expectRows(page, names.slice(50))
  await pager.getByRole('button', { name: 'Previous' }).click()
  await expectRows(page, names.slice(25, 50))
  await expectTabs(page, [60, 0, 0, 1, 0, 0])
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(range).toHaveText('1–25 of 60')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expectRows(page, names.toReversed().slice(0, 25))
  await pager.getByRole('button', { name: 'Next' }).click()
  await expectRows(page, names.toReversed().slice(25, 50))
  await page.getByRole('tab', { name: 'Hired' }).click()
  await expectRows(page, ['Only Hired'])
  await expect(pager.getByRole('button')).toHaveCount(0)
  await expect(range).toHaveText('1 in total')
})

test('an application without phone, note or resume says so in its row, its menu and its details', async ({
  page,
  site,
}) => {
  await site.insertApplicants([{ name: 'Amy Bare', phone: null, note: null, created_at: '2025-06-13T21:17:00.000Z' }])
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const row = rowOf(page, 'Amy Bare')
  const words = ['ana@example.com', 'Not provided', 'General Application', 'No notes', 'pending', 'Jun 13, 2025']
  await expect(row.getByRole('cell')).toContainText(words)
  await expect(row.getByRole('button', { name: 'No resume from Amy Bare' })).toBeDisabled()
  await row.getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  const answerDay = 'Monday, June 23, 2025, which has passed'
  const facts = [
    'Amy Bare',
    'pending',
    /^No one yet/,
    '',
    'ana@example.com',
    'Not provided',
    /^Jun 13, 2025, 4:17\sPM$/,
    'Direct or unknown',
    answerDay,
    'No notes',
  ]
  await expect(dialog.getByRole('definition')).toHaveText(facts)
  await expect(dialog.getByText('No resume was sent.', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Download Resume' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Preview' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await (await openMenu(page, 'Amy Bare')).getByRole('menuitem', { name: 'Download Resume' }).click()
  await expect(toasts(page)).toContainText('Resume file not found on server')
})

test('what one is at in a row stays with its person when the rows of another tab or order come', async ({
  page,
  site,
}) => {
  const pending = ['Amy First', 'Ben Second', 'Cid Third']
  const reviewing = ['Rex Read', 'Sam Seen', 'Tim Told']
  const rowsFrom = (names: string[], status: 'pending' | 'reviewing') =>
    names.map((name, index) => ({ name, status, created_at: new Date(Date.UTC(2026, 0, 9 - index)).toISOString() }))
  await site.insertApplicants([...rowsFrom(pending, 'pending'), ...rowsFrom(reviewing, 'reviewing')])
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expectRows(page, pending)
  const sam = rowOf(page, 'Sam Seen')
  const openReviewing = async () => {
    await page.getByRole('tab', { name: 'Reviewing' }).click()
    await expectRows(page, reviewing)
  }
  const goBack = async () => {
    await page.goBack()
    await expectRows(page, pending)
  }
  await test.step('the focus begins with the first row, and follows the rows from there', async () => {
    for (const part of [sam, sam.getByRole('link'), sam.getByRole('button', { name: 'Details' })]) {
      await openReviewing()
      await part.focus()
      await goBack()
      await expect(rowOf(page, 'Amy First')).toBeFocused()
    }
    await page.keyboard.press('j')
    await expect(rowOf(page, 'Ben Second')).toBeFocused()
  })
  await test.step('an open menu closes, and leaves the focus in the list', async () => {
    await openReviewing()
    await openMenu(page, 'Sam Seen')
    await goBack()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(page.locator('tr[tabindex="0"]')).toBeFocused()
  })
  await test.step('an open tooltip closes', async () => {
    await openReviewing()
    await sam.getByRole('button', { name: 'No resume from Sam Seen' }).hover()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await goBack()
    await expect(page.getByRole('tooltip')).toHaveCount(0)
  })
  await test.step('a press that is not over opens nothing of somebody else', async () => {
    await openReviewing()
    await sam.getByRole('button', { name: 'Details' }).hover()
    await page.mouse.down()
    await goBack()
    await page.mouse.up()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('a tick stays with its person, and selected text does not become the text of somebody else', async () => {
    await openReviewing()
    await sam.getByRole('checkbox').check()
    await page.evaluate(() => {
      const [first, , third] = document.querySelectorAll('tr[data-id]')
      if (first && third) getSelection()?.setBaseAndExtent(first, 1, third, 3)
    })
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('Sam Seen')
    await goBack()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  })
  await test.step('in another order the focus goes with its person, and a key decides about them', async () => {
    const sorting = page.getByRole('columnheader', { name: 'Name' }).getByRole('button')
    await sorting.click()
    await expectRows(page, pending)
    await sorting.click()
    await expectRows(page, pending.toReversed())
    await rowOf(page, 'Cid Third').focus()
    await goBack()
    await expect(rowOf(page, 'Cid Third')).toBeFocused()
    await page.keyboard.press('2')
    await expectRows(page, pending.slice(0, 2))
    await expect(rowOf(page, 'Ben Second')).toBeFocused()
  })
})

test('missing and invalid dates, and a response that is not an array, show their specified texts', async ({
  page,
  site,
}) => {
  await site.insertApplicants([{ name: 'Ben Second', created_at: '2025-01-01T00:00:00.000Z' }, { name: 'Amy First' }])
  const dates = ['', 'the day before yesterday']
  // The server never stores such dates: the test changes its response.
  await page.route('**/api/applications?*', async (route) => {
    const response = await route.fetch()
    const rows: object[] = await response.json()
    await route.fulfill({ json: rows.map((row, index) => ({ ...row, createdAt: dates[index] })) })
  })
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expect(rowOf(page, 'Amy First').getByRole('cell').nth(6)).toHaveText('N/A')
  await expect(rowOf(page, 'Ben Second').getByRole('cell').nth(6)).toHaveText('Invalid date')
  await page.unrouteAll()
  await page.route('**/api/applications?*', (route) => route.fulfill({ json: { rows: 'none' } }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('No applications found in this category', { exact: true })).toBeVisible()
})

test('a row opens the review as its name does, also in a new tab, and its controls and its text keep their own clicks', async ({
  page,
  site,
}) => {
  await site.insertApplicants([
    { name: 'Amy First', created_at: '2026-02-01T18:00:00.000Z' },
    { name: 'Ben Second', created_at: '2026-01-02T18:00:00.000Z' },
  ])
  await openAdmin(page, site, '/admin/dashboard?sort=name', 'Dashboard')
  const dashboard = '/admin/dashboard?sort=name'
  const review = /\/admin\/applications\/\d+\?sort=name$/
  const day = rowOf(page, 'Ben Second').getByText('2026')
  const back = async () => {
    await expect(page).toHaveURL(review)
    await expect(page.getByRole('heading', { name: 'Ben Second' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(dashboard)
    await expect(rowOf(page, 'Ben Second')).toBeVisible()
  }
  await test.step('a click on the name, a click on the row, and Enter on it', async () => {
    await page.getByRole('link', { name: 'Ben Second' }).click()
    await back()
    await day.click()
    await back()
    await rowOf(page, 'Ben Second').press('Enter')
    await back()
  })
  await test.step('the middle button, and Ctrl with a click, open a new tab', async () => {
    const presses = [() => day.click({ button: 'middle' }), () => day.click({ modifiers: ['ControlOrMeta'] })]
    for (const press of presses) {
      const opening = page.context().waitForEvent('page')
      await press()
      const tab = await opening
      await tab.waitForURL(review)
      await tab.close()
      await expect(page).toHaveURL(dashboard)
    }
  })
  await test.step('text that is selected opens nothing, nor do the tick box, the menu and the details', async () => {
    const box = await day.boundingBox()
    const y = (box?.y ?? 0) + (box?.height ?? 0) / 2
    await page.mouse.move((box?.x ?? 0) + 8, y)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + 70, y, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate(() => getSelection()?.toString())).not.toBe('')
    await page.getByLabel('Select Ben Second').click()
    await expect(page.getByLabel('Select Ben Second')).toBeChecked()
    const menu = await openMenu(page, 'Ben Second')
    await menu.getByRole('menuitem', { name: 'Details', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Application Details' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await rowOf(page, 'Ben Second').getByRole('button', { name: 'Details' }).click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(dashboard)
  })
  await test.step('in a tab of one status the badge is only read out; in the archive it is shown', async () => {
    const badge = (name: string) => rowOf(page, name).locator('.badge').boundingBox()
    expect((await badge('Ben Second'))?.width).toBeLessThan(3)
    await page.goto('/admin/dashboard?tab=late')
    expect((await badge('Ben Second'))?.width).toBeGreaterThan(40)
  })
  await test.step('on a phone the whole card opens it', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(dashboard)
    await page.getByRole('row').filter({ hasText: 'Ben Second' }).getByText('General Application').click()
    await expect(page).toHaveURL(review)
  })
})
