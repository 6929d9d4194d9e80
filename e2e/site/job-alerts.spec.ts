import { readFile } from 'node:fs/promises'
import { startSmtpServer } from '../../test/smtp/smtp-kit.ts'
import { expectUsable } from '../steps/accessible-steps.ts'
import { openAdmin } from '../steps/admin-steps.ts'
import { testWithSettings } from '../steps/own-server.ts'
import { expect } from '../steps/site.ts'
import { visit } from '../steps/steps.ts'

const ANA = 'ana@example.com'
let smtp: Awaited<ReturnType<typeof startSmtpServer>>

const test = testWithSettings(async (used) => {
  smtp = await startSmtpServer()
  used.defer(() => smtp.stop())
  return { SMTP_URL: smtp.url, MAIL_FROM: 'careers@example.com' }
})

/** The path in a mail of this server that begins with this. */
async function linkInMail(count: number, path: string): Promise<string> {
  await smtp.untilReceived(count)
  const text = smtp.received[count - 1]?.mail.text ?? ''
  return (
    text
      .split('\n')
      .find((line) => line.includes(path))
      ?.replace(/^https?:\/\/[^/]+/, '') ?? text
  )
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, contextOptions: { reducedMotion: 'reduce' } })

  test('a visitor sets up a job alert, corrects a fault, confirms it, and ends it', async ({ page, ownSite }) => {
    await ownSite.createJob({ department: 'Field Service' })
    await page.goto('/')
    await page.getByRole('link', { name: 'Get new positions by email' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New positions by email')
    const form = page.getByRole('form', { name: 'Job alert' })
    // The browser itself accepts this address.
    await form.getByLabel('Email').fill('ana@example')
    await form.getByLabel('Department').selectOption('Field Service')
    await form.getByLabel('Keywords').fill('PLC')
    await form.getByLabel('Remote positions').check()
    await form.getByRole('button', { name: 'Send me new positions' }).click()
    await expect(page).toHaveTitle(/^Not sent: /)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New positions by email')
    await expect(page.getByRole('link', { name: 'Email: Invalid email address' })).toBeVisible()
    await expect(form.getByLabel('Department')).toHaveValue('Field Service')
    await expect(form.getByLabel('Remote positions')).toBeChecked()
    await form.getByLabel('Email').fill(ANA)
    await form.getByRole('button', { name: 'Send me new positions' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step: look into your mailbox')

    await page.goto(await linkInMail(1, '/job-alerts/manage'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your job alert')
    await expect(page.getByRole('definition')).toHaveText(['Field Service', 'remote', 'PLC'])
    await page.getByRole('button', { name: 'Confirm job alert' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your job alert is on')
    await page.reload()
    await page.getByRole('link', { name: 'End this job alert' }).click()
    await page.getByRole('link', { name: 'Keep this job alert' }).click()
    await page.getByRole('link', { name: 'End this job alert' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('End this job alert?')
    await page.getByRole('button', { name: 'End job alert' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your job alert has ended')
  })
})

test.describe('with an empty list', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor who finds no position hears of new ones like those that were looked for', async ({
    page,
    ownSite,
  }) => {
    const toForm = page.getByRole('link', { name: 'get new positions by email' })
    await page.goto('/')
    await expect(page.getByText(/No active job postings at the moment/)).toBeVisible()
    await expect(toForm).toHaveAttribute('href', '/job-alerts')
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
      await ownSite.createJob({ title, department: 'Field Service' })
    await page.goto('/?q=welding&department=Field+Service&type=Internship&place=Remote')
    await toForm.click()
    await expect(page.getByLabel('Department')).toHaveValue('Field Service')
    await expect(page.getByLabel('Type')).toHaveValue('Internship')
    await expect(page.getByLabel('Remote positions')).toBeChecked()
    await expect(page.getByLabel('Place')).toHaveValue('')
    await expect(page.getByLabel('Keywords')).toHaveValue('welding')
    await page.goto('/?place=Odessa%2C+Texas&q=welding')
    await toForm.click()
    await expect(page.getByLabel('Place')).toHaveValue('Odessa, Texas')
    await page.goto('/?department=Field+Service')
    await page.getByRole('link', { name: 'Get new positions by email' }).click()
    await expect(page.getByLabel('Department')).toHaveValue('Field Service')
  })
})

test('a refused form and a confirmed job alert are accessible, from 320 to 2560 px, light and dark', async ({
  page,
  ownSite,
}) => {
  await ownSite.createJob({ department: 'Automation, Instrumentation and Electrical Services (Permian Basin)' })
  await page.goto(`/job-alerts?q=plc&department=${'Maintenance'.repeat(36)}`)
  await expect(page.getByLabel('Keywords')).toHaveValue('plc')
  await page.getByLabel('Email').fill('ana@example')
  await page.getByRole('button', { name: 'Send me new positions' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expectUsable(page, 'the refused form')
  await page.getByLabel('Department').selectOption('')
  await page.getByLabel('Email').fill(ANA)
  await page.getByRole('button', { name: 'Send me new positions' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step: look into your mailbox')
  await page.goto(await linkInMail(1, '/job-alerts/manage'))
  await page.getByRole('button', { name: 'Confirm job alert' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your job alert is on')
  await expectUsable(page, 'the confirmed job alert')
})

test('an admin finds an address among the job alerts, saves the list, and deletes the address', async ({
  page,
  ownSite,
}) => {
  for (const email of [ANA, 'ben@example.com']) {
    const body = new URLSearchParams({ email, words: '=welding' })
    await fetch(`${ownSite.url}/job-alerts`, { method: 'POST', body, redirect: 'manual' })
  }
  await smtp.untilReceived(2)
  await openAdmin(page, ownSite, '/admin/job-alerts', 'Job alerts')
  await expect(page.getByText('0 active, 2 not confirmed, 0 refused')).toBeVisible()
  await expectUsable(page, 'the list')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('searchbox', { name: 'Search by email address' }).fill('ANA@')
  await expect(page.getByRole('row')).toHaveCount(2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('job-alerts.csv')
  const saved = await readFile(await download.path(), 'utf8')
  expect(saved).toContain(ANA)
  expect(saved).not.toContain('ben@example.com')
  // A spreadsheet would take it for a formula.
  expect(saved).toContain("'=welding")
  await page.getByRole('button', { name: `Delete the job alert of ${ANA}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Nothing is stored about an address like this.')).toBeVisible()
  await expect(page.getByText('0 active, 1 not confirmed, 0 refused')).toBeVisible()
})

test('a site that sends no mail has no link to job alerts', async ({ page, startServer }) => {
  const url = await startServer()
  await visit(page, url)
  await expect(page.getByText(/No active job postings at the moment/)).toBeVisible()
  await expect(page.locator('a[href^="/job-alerts"]')).toHaveCount(0)
})
