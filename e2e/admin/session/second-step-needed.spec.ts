import { openDatabase } from '../../../server/platform/database/sqlite/open-database.ts'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { expectTitle, logOut, openAccountDialog } from '../../steps/admin-steps.ts'
import { testWithSettings } from '../../steps/own-server.ts'
import { methodsOf, setUpApp, signIn } from '../../steps/second-step-steps.ts'
import { expect } from '../../steps/site.ts'
import { visit } from '../../steps/steps.ts'

const DAY_MS = 24 * 60 * 60_000

const test = testWithSettings(async () => ({}))

test('an owner lets everybody need a second step: there is a day for it, and then nothing else opens', async ({
  page,
  ownSite,
}) => {
  const ana = await ownSite.addAdmin('ana')
  await signIn(page, ana)
  await expectTitle(page, 'Dashboard')
  await visit(page, '/admin/people')
  const everybody = page.getByRole('checkbox', { name: 'Everybody needs a second step' })
  await test.step('not before the owner has one', async () => {
    await expect(everybody).toBeDisabled()
    await openAccountDialog(page, 'Sign-in methods')
    await methodsOf(page).getByRole('button', { name: 'Set up an app' }).click()
    await setUpApp(methodsOf(page))
    await methodsOf(page).getByRole('button', { name: 'I have saved them' }).click()
    await methodsOf(page).getByRole('button', { name: 'Close', exact: true }).click()
  })
  await test.step('the owner reads whom it concerns', async () => {
    await everybody.click()
    const question = page.getByRole('dialog', { name: 'Everybody needs a second step?' })
    await expect(question).toContainText('Now without: admin.')
    await question.getByRole('button', { name: 'Switch on' }).click()
    await expect(everybody).toBeChecked()
    await expect(page.getByRole('row', { name: /ana/ })).toContainText('App')
    await logOut(page)
  })
  await test.step('a colleague reads how long there is', async () => {
    await signIn(page, ownSite.credentials)
    await expectTitle(page, 'Dashboard')
    await expect(page.getByText('Everybody here needs a second step when signing in from')).toBeVisible()
    await expectUsable(page, 'the line about the second step')
  })
  await test.step('after the day only the set-up shows, the codes stay until they are saved, and the page goes on', async () => {
    const db = await openDatabase(ownSite.dataDir)
    const since = new Date(Date.now() - 2 * DAY_MS).toISOString()
    await db.updateTable('sign_in_settings').set({ second_factor_since: since }).execute()
    await db.updateTable('accounts').set({ created_at: since }).execute()
    await db.destroy()
    await visit(page, '/admin/jobs')
    await expectTitle(page, 'Set up your second step')
    await expectUsable(page, 'the set-up that everybody needs')
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Set up an app' }).click()
    await setUpApp(main)
    await main.getByRole('button', { name: 'I have saved them' }).click()
    await expectTitle(page, 'Job Postings')
  })
})
