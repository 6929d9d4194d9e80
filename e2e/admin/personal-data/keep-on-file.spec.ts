import { openDatabase } from '../../../server/platform/database/sqlite/open-database.ts'
import { type SmtpServer, startSmtpServer } from '../../../test/smtp/smtp-kit.ts'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { openAdmin } from '../../steps/admin-steps.ts'
import { testWithServer } from '../../steps/own-server.ts'
import { address, expectShown } from '../../steps/review-steps.ts'
import { expect } from '../../steps/site.ts'
import { expectToast, visit } from '../../steps/steps.ts'

const DAY_MS = 24 * 60 * 60_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

let smtp: SmtpServer
const test = testWithServer(async (used) => {
  smtp = await startSmtpServer()
  used.defer(() => smtp.stop())
  return { SMTP_URL: smtp.url, MAIL_FROM: 'Careers <careers@example.com>' }
})

test('an owner wants notices, an applicant is told by mail, stays on file, and withdraws that later', async ({
  page,
  ownServer,
  browser,
}) => {
  const { site } = ownServer
  const refused = { status: 'rejected', created_at: ago(172), moved_at: ago(170) } as const
  const [id = 0] = await site.insertApplicants([
    { ...refused, name: 'Ana Stone', email: 'ana@example.com' },
    { ...refused, name: 'Ana Stone', email: 'ana@example.com' },
  ])
  const applicant = await (await browser.newContext({ baseURL: site.url })).newPage()
  const restart = async () => {
    await ownServer.kill()
    await ownServer.startAgain()
  }
  await openAdmin(page, site, '/admin/personal-data', 'Personal data')

  await test.step('the owner wants notices and words the consent; a wrong number is refused at its field', async () => {
    const days = page.getByLabel('Days of notice')
    await days.fill('200')
    await page.getByRole('button', { name: 'Save notice' }).click()
    await expect(page.getByText('Enter whole days from 1 to 90, or leave it empty')).toBeVisible()
    await days.fill('14')
    await page.getByRole('button', { name: 'Save notice' }).click()
    await expectToast(page, 'Saved')
    const text = page.getByLabel('What applicants agree to')
    await expect(text).toHaveValue(/Permian Edge Controls may keep my applications on file/)
    await text.fill('I would like to hear of other positions.')
    await page.getByRole('button', { name: 'Save as version 2' }).click()
    await expectToast(page, 'Version 2 saved')
    await page.getByText('Earlier versions').click()
    await expect(page.getByText('Version 1, as Wellhead brings it along')).toBeVisible()
    await page.getByRole('button', { name: 'Switch on...' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
    await expectToast(page, 'The rules are on')
    await expect(page.getByText('1 person gets the notice next.')).toBeVisible()
    await expectUsable(page, 'personal data with notices')
  })

  await restart()
  await smtp.untilReceived(1)
  const mail = smtp.received[0]?.mail
  const link = /http\S+\/my-application#choice=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(mail?.subject).toBe(`We will erase your application (APP-${String(id + 1).padStart(4, '0')})`)

  await test.step('the link shows the choice alone, and opening it agrees to nothing', async () => {
    await visit(applicant, link.replace(site.url, ''))
    await expect(applicant.getByRole('heading', { name: 'How long we keep your application' })).toBeVisible()
    await expect(applicant.getByText('I would like to hear of other positions.')).toBeVisible()
    await expect(applicant.getByRole('heading', { name: 'What you sent' })).toHaveCount(0)
    await expect(applicant.getByText('ana@example.com')).toHaveCount(0)
    expect(new URL(applicant.url()).hash).toBe('')
    await expectUsable(applicant, 'the choice to stay on file')
  })
  await test.step('the applicant stays on file, and a reload says so', async () => {
    await applicant.getByRole('button', { name: 'Keep me on file' }).click()
    await expectToast(applicant, 'You stay on file')
    await expect(applicant.getByText(/^You agreed on/)).toBeVisible()
    await applicant.reload()
    await expect(applicant.getByText(/^You agreed on/)).toBeVisible()
    await expect(applicant.getByRole('button', { name: 'Keep me on file' })).toHaveCount(0)
  })
  await test.step('colleagues read it beside each application of the person, with the words', async () => {
    await visit(page, address(id))
    await expectShown(page, 'Ana Stone')
    const consent = page.getByRole('region', { name: 'Consent to stay on file' })
    await expect(consent).toContainText(/Agreed on .* to stay on file\./)
    await consent.getByText('Version 2 of the text').click()
    await expect(consent).toContainText('I would like to hear of other positions.')
  })
  await test.step('when the period is over, the dry run counts who stays', async () => {
    await goOn(site.dataDir, 20)
    await visit(page, '/admin/personal-data')
    await expect(page.getByText('1 person more stays on file because they agreed to it.')).toBeVisible()
  })
  await test.step('the applicant withdraws, and is set aside like everybody', async () => {
    await applicant.reload()
    await applicant.getByRole('button', { name: 'Withdraw my consent' }).click()
    await applicant.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await expectToast(applicant, 'Consent withdrawn')
    await expect(applicant.getByText(/^You agreed on/)).toHaveCount(0)
    await restart()
    await visit(page, '/admin/personal-data')
    await expect(page.getByRole('table', { name: 'Set aside' })).toContainText('Ana Stone')
    await applicant.reload()
    await expect(applicant.getByText('We erase your application on')).toBeVisible()
    await expect(applicant.getByRole('button', { name: 'Keep me on file' })).toBeVisible()
  })
  await applicant.context().close()
})

/** Days go by: everything that was stored is so much older. */
async function goOn(dataDir: string, days: number): Promise<void> {
  const db = await openDatabase(dataDir)
  const earlier = (at: string | null) =>
    at === null ? null : new Date(Date.parse(at) - days * DAY_MS).toISOString().slice(0, at.length)
  for (const { id, moved_at, created_at } of await db
    .selectFrom('applications')
    .select(['id', 'moved_at', 'created_at'])
    .execute())
    await db
      .updateTable('applications')
      .set({ moved_at: earlier(moved_at), created_at: earlier(created_at) ?? created_at })
      .where('id', '=', id)
      .execute()
  for (const { id, settled_at, reason, day } of await db
    .selectFrom('mails')
    .select(['id', 'settled_at', 'reason', 'day'])
    .execute()) {
    const moved = reason.split(':').map((part) => (/^\d{4}-\d\d-\d\d$/.test(part) ? earlier(part) : part))
    const changes = { settled_at: earlier(settled_at), day: earlier(day), reason: moved.join(':') }
    await db.updateTable('mails').set(changes).where('id', '=', id).execute()
  }
  for (const { id, given_at } of await db.selectFrom('consents').select(['id', 'given_at']).execute())
    await db
      .updateTable('consents')
      .set({ given_at: earlier(given_at) ?? given_at })
      .where('id', '=', id)
      .execute()
  await db.destroy()
}
