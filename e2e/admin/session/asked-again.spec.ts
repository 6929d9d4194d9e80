import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { openDatabase } from '../../../server/platform/database/sqlite/open-database.ts'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { openAdmin, rowOf } from '../../steps/admin-steps.ts'
import { test } from '../../steps/own-server.ts'
import { expect, type Site } from '../../steps/site.ts'
import { expectToast, toasts } from '../../steps/steps.ts'

/** Makes every sign-in one of sixteen minutes ago. */
async function forgetConfirmations(site: Site): Promise<void> {
  const db = await openDatabase(site.dataDir)
  const confirmed_at = new Date(Date.now() - 16 * 60_000).toISOString()
  await db.updateTable('sessions').set({ confirmed_at }).execute()
  await db.destroy()
}

test('who signed in sixteen minutes ago is asked once before settings change, and nothing that was typed is lost', async ({
  page,
  ownServer: { site },
}) => {
  await openAdmin(page, site, '/admin/settings', 'Settings')
  const card = page.getByRole('region', { name: 'Answers', exact: true })
  const days = card.getByLabel('Answer within (days)')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'PATCH' || request.method() === 'PUT') sent.push(pathname)
  })
  await days.fill('7')
  await page.getByLabel('Your email address').fill('ada@example.com')
  await forgetConfirmations(site)
  await save.click()
  await test.step('closing the question changes nothing', async () => {
    await expect(dialog.getByLabel('Password')).toBeFocused()
    await expectUsable(page, 'confirming who one is')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(save).toBeFocused()
    await expect(save).not.toHaveAttribute('aria-busy')
    await expect(days).toHaveValue('7')
    await expect(toasts(page), 'who gave up knows it').toHaveCount(0)
    expect((await site.settings()).answerWithinDays).not.toBe(7)
  })
  sent.length = 0
  await save.click()
  const password = dialog.getByLabel('Password')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Password is required')
  await password.fill('wrong horse battery')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('This is not your password. Please check it and try again.')
  await expect(password).toHaveValue('wrong horse battery')
  await password.fill(site.credentials.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  // One toast of the two cards stays: that of the later one.
  await expect(page.getByText('Everything here is saved.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect((await site.settings()).answerWithinDays).toBe(7)
  expect(sent.toSorted(), 'two requests shared one question, and each was sent once more').toEqual([
    ...[ADMIN_API.settings, ADMIN_API.settings],
    ...[ADMIN_API.ownEmail, ADMIN_API.ownEmail],
  ])
})

test('deleting in bulk asks who it is; without an answer every application stays', async ({
  page,
  ownServer: { site },
}) => {
  await site.insertApplicants([{ name: 'Amy Pond' }, { name: 'Ben Grimm' }])
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const remove = async () => {
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  }
  await forgetConfirmations(site)
  await remove()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, 'Amy Pond')).toBeVisible()
  await expect(rowOf(page, 'Ben Grimm')).toBeVisible()
  expect(await site.applications()).toHaveLength(2)
  await expect(toasts(page)).toHaveCount(0)
  await remove()
  await dialog.getByLabel('Password').fill(site.credentials.password)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Applications deleted')
  expect(await site.applications()).toEqual([])
})

test('a download goes on once the person has confirmed in another tab', async ({ page, ownServer: { site } }) => {
  await openAdmin(page, site, '/admin/audit', 'Audit trail')
  await forgetConfirmations(site)
  await page.getByRole('button', { name: /Download/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog.getByLabel('Password')).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  const confirmed = await fetch(site.url + SIGN_IN_API.confirm, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ password: site.credentials.password }),
  })
  expect(confirmed.status).toBe(200)
  const download = page.waitForEvent('download')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  expect((await download).suggestedFilename()).toMatch(/^Audit trail .*\.csv$/)
  await expect(dialog).toHaveCount(0)
})
