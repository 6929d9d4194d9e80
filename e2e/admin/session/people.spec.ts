import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { holdReads, openAdmin, openAdminMenu, rowOf } from '../../steps/admin-steps.ts'
import { enterAs, removeOthers } from '../../steps/enter-as.ts'
import { closeLink } from '../../steps/link-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { visit } from '../../steps/steps.ts'

test('an owner invites by link; the invited joins, becomes hiring manager of a posting, and is deactivated and signed out', async ({
  page,
  site,
  browser,
}) => {
  await site.deleteAllJobs()
  await removeOthers(site)
  await site.createJob({ title: 'Pump Technician' })
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await (await openAdminMenu(page)).getByRole('link', { name: 'People' }).click()
  await expect(page.getByText('You are the only one here.')).toBeVisible()
  await expect(page.getByRole('row', { name: /\(you\)/ })).toContainText('Only owner')

  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email address')).toHaveAccessibleDescription(
    'For lost passwords, mentions and the daily digest, once mail is set up.',
  )
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Zoë Müller')
  await dialog.getByLabel('Email address').fill('zoe at example.com')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByLabel('Email address')).toBeFocused()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Zoë Müller')
  await dialog.getByLabel('Email address').fill('')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const url = (await dialog.getByText(/\/admin\/join#token=/).textContent()) ?? ''
  // The program of the test knows no public address.
  const link = site.url + url.slice(url.indexOf('/admin/join'))
  await closeLink(page)
  await expect(rowOf(page, 'Zoë Müller')).toContainText('Works for 3 more days')
  await expect(page.getByText('You are the only one here.')).toHaveCount(0)
  await expectUsable(page, 'people')
  await page.setViewportSize({ width: 1280, height: 800 })

  const other = await browser.newContext()
  const joining = await other.newPage()
  await test.step('the invited person joins', async () => {
    await visit(joining, link)
    await expect(joining.getByRole('heading', { level: 1 })).toHaveText('Welcome, Zoë Müller')
    await expect(joining).toHaveURL(`${site.url}/admin/join`)
    await expect(joining.getByLabel('Username')).toHaveValue('zoe.muller')
    await expectUsable(joining, 'joining')
    await joining.getByLabel('Password', { exact: true }).fill('zoe.muller123')
    await joining.getByLabel('Confirm password').fill('zoe.muller123')
    await joining.getByRole('button', { name: 'Join' }).click()
    await expect(joining.getByText(/Besides the username, the password must have/)).toBeVisible()
    await expect(joining.getByLabel('Password', { exact: true })).toBeFocused()
    await joining.getByLabel('Password', { exact: true }).fill('a long enough phrase')
    await joining.getByLabel('Confirm password').fill('a long enough phrase')
    await joining.getByRole('button', { name: 'Join' }).click()
    await expect(joining).toHaveURL(`${site.url}/admin/dashboard`)
  })
  await test.step('the link works once', async () => {
    const again = await other.newPage()
    await visit(again, link)
    await expect(again.getByRole('alert')).toContainText('Ask the person who invited you for a new one.')
    await again.close()
  })

  await page.reload()
  const row = page.getByRole('row', { name: /Zoë Müller/ })
  await expect(row).toContainText('Recruiter')
  await page.getByRole('button', { name: 'Edit Zoë Müller' }).click()
  await expect(dialog.getByLabel('Email address')).toHaveAccessibleDescription(
    'For lost passwords, mentions and the daily digest.',
  )
  await dialog.getByRole('radio', { name: /^Hiring manager/ }).check()
  await dialog.getByRole('checkbox', { name: /^Pump Technician/ }).check()
  await dialog.getByRole('checkbox', { name: /^May also decide and write to applicants/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText('Hiring manager')
  await expect(row).toContainText('Pump Technician (decides)')

  // What her page reads by itself would find the session over before her next click does.
  const letRead = await holdReads(joining)
  await page.getByRole('button', { name: 'Deactivate Zoë Müller' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(row).toContainText('Deactivated')
  await joining.getByRole('link', { name: 'Job Postings', exact: true }).click()
  await letRead()
  await expect(joining.getByRole('button', { name: 'Log in' })).toBeVisible()
  await page.getByRole('button', { name: 'Reactivate Zoë Müller' }).click()
  await expect(row).toContainText('Active')
  await other.close()
})

test('an owner confirms an address that its person typed, by one button, while nothing else of the form is saved', async ({
  page,
  site,
  browser,
}) => {
  await removeOthers(site)
  const other = await enterAs(browser, site, 'recruiter')
  const typed = await other.page.evaluate(async (path) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('authToken')}`,
      'content-type': 'application/json',
    }
    return (await fetch(path, { method: 'PUT', headers, body: JSON.stringify({ email: 'kim@example.com' }) })).status
  }, ADMIN_API.ownEmail)
  expect(typed).toBe(200)
  await openAdmin(page, site, '/admin/people', 'People')
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Confirm address' })
  const edit = () => page.getByRole('button', { name: `Edit ${other.username}` }).click()

  await edit()
  await expect(dialog.getByText('This person typed the address')).toBeVisible()
  await dialog.getByLabel('Email address').fill('kim.lee@example.com')
  await expect(confirm, 'another address is confirmed by saving it').toHaveCount(0)
  await dialog.getByLabel('Email address').fill('kim@example.com')
  await dialog.getByLabel('Name').fill('Kim Lee')
  await expectUsable(page, 'person')
  await confirm.click()
  await expect(page.getByText('Address confirmed', { exact: true })).toBeVisible()
  await expect(confirm).toHaveCount(0)
  await expect(dialog.getByLabel('Email address')).toBeFocused()
  await expect(dialog.getByLabel('Name')).toHaveValue('Kim Lee')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit Kim Lee' }).click()
  await expect(dialog.getByLabel('Email address')).toHaveValue('kim@example.com')
  await expect(confirm).toHaveCount(0)
  await other.page.context().close()
})
