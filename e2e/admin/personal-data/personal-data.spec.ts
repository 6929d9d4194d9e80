import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { eraseApplicationTask } from '../../../server/features/resumes/resume-task-kinds.ts'
import { openDatabase } from '../../../server/platform/database/sqlite/open-database.ts'
import { scheduleTask } from '../../../server/platform/outbox/outbox-queries.ts'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { openAdmin, rowOf } from '../../steps/admin-steps.ts'
import { address, expectShown } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, visit } from '../../steps/steps.ts'

const NEXT_JUNE = `${new Date().getFullYear() + 1}-06-30`
const LONG_AGO = '2024-01-15T12:00:00.000Z'
const REFUSED = { status: 'rejected', created_at: LONG_AGO, moved_at: LONG_AGO } as const

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
})

test('an owner changes a period, sees whom the rules would erase, switches them on, and brings people back', async ({
  page,
  site,
}) => {
  const aside = { ...REFUSED, quarantined: 2, erase_on: '2099-12-30' } as const
  await site.insertApplicants([
    { ...REFUSED, name: 'Ana Due', email: 'ana@example.com' },
    { ...REFUSED, name: 'Ana Due', email: 'ANA@example.com' },
    { ...aside, name: 'Ben Aside', email: 'ben@example.com' },
    { ...aside, name: 'Cleo Aside', email: 'cleo@example.com' },
    { ...aside, name: 'Dan Aside', email: 'dan@example.com' },
  ])
  await openAdmin(page, site, '/admin/personal-data', 'Personal data')
  await expect(page.getByText('Rules: off, nobody is erased')).toBeVisible()
  await expectUsable(page, 'personal data')

  await test.step('a period that is no number is refused at its field, and a changed one is saved', async () => {
    const field = page.getByLabel('Refused or withdrawn, in days')
    await field.fill('soon')
    await page.getByRole('button', { name: 'Save periods' }).click()
    await expect(
      page.getByText('Enter whole days from 1 to 3,660, or leave the field empty to keep them'),
    ).toBeVisible()
    await field.fill('90')
    await page.getByRole('button', { name: 'Save periods' }).click()
    await expectToast(page, 'Saved')
    await page.reload()
    await expect(field).toHaveValue('90')
  })
  await test.step('the dry run names them, and the question says what comes', async () => {
    await expect(
      page.getByText(
        'If you switch the rules on, 1 person (2 applications, the oldest from Jan 15, 2024) is set aside within an hour.',
      ),
    ).toBeVisible()
    await expect(page.getByRole('table', { name: 'Whose period is over' }).getByRole('row')).toContainText([
      'Name',
      /Ana Due\s*2\s*refused or withdrawn\s*Apr 14, 2024/,
    ])
    await page.getByRole('button', { name: 'Switch on...' }).click()
    const question = page.getByRole('dialog', { name: 'Switch the rules on?' })
    await expect(question).toContainText('1 person with 2 applications')
    await expect(question).toContainText('erased 30 days later')
    await question.getByRole('button', { name: 'Switch on' }).click()
    await expectToast(page, 'The rules are on')
    await expect(page.getByText('Rules: on, applied every hour')).toBeVisible()
    await expect(
      page.getByText('1 person (2 applications, the oldest from Jan 15, 2024) is set aside within the hour.'),
    ).toBeVisible()
  })
  await test.step('one comes back, and then all others of the day', async () => {
    const table = page.getByRole('table', { name: 'Set aside' })
    await expect(table).toContainText('To be erased on Dec 30, 2099')
    await table.getByRole('button', { name: 'Bring back Ben Aside' }).click()
    await expectToast(page, 'Brought back', 'Ben Aside')
    await expect(table.getByRole('link', { name: 'Ben Aside' })).toHaveCount(0)
    await expect(table.getByRole('button', { name: 'Bring back Cleo Aside' })).toBeFocused()
    await table.getByRole('button', { name: 'Bring all of this day back...' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Bring back' }).click()
    await expectToast(page, '2 people brought back')
    await expect(page.getByText('Nobody is set aside.')).toBeVisible()
    const names = (await site.applications()).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['Ana Due', 'Ana Due', 'Ben Aside', 'Cleo Aside', 'Dan Aside'])
  })
  await test.step('a changed period switches the rules off and says so', async () => {
    await page.getByLabel('Hired, in days').fill('900')
    await page.getByRole('button', { name: 'Save periods' }).click()
    await expectToast(page, 'Saved. The rules are off now', 'Look at whom they concern, then switch them on again.')
    await expect(page.getByText('Rules: off, nobody is erased')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Switch on...' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
  await expectToast(page, 'The rules are on')
  await page.getByRole('button', { name: 'Switch off...' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await expectToast(page, 'The rules are off')
})

test('a legal hold is set on the page of an application, brings it back, is listed, renewed and ended', async ({
  page,
  site,
}) => {
  const [id = 0] = await site.insertApplicants([
    { ...REFUSED, name: 'Eve Held', email: 'eve@example.com' },
    { ...REFUSED, name: 'Eve Held', email: 'eve@example.com', quarantined: 2, erase_on: '2099-12-30' },
  ])
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await visit(page, address(id))
  await expectShown(page, 'Eve Held')
  await page.getByRole('button', { name: 'More actions for Eve Held' }).click()
  await page.getByRole('menuitem', { name: 'Legal hold...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Legal hold of Eve Held' })
  await dialog.getByRole('button', { name: 'Set hold' }).click()
  await expect(dialog.getByText('Say what it is needed for')).toBeVisible()
  await expect(dialog.getByText('Choose the last day')).toBeVisible()
  await dialog.getByLabel('What it is needed for').fill('Claim 4711')
  await expect(dialog.getByText('Say what it is needed for')).toHaveCount(0)
  await dialog.getByLabel('Last day').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Set hold' }).click()
  await expect(dialog.getByText('This day is over. Choose a day to come.')).toBeVisible()
  const inOneYear = `${new Date().getFullYear() + 1}-06-30`
  await dialog.getByLabel('Last day').fill(inOneYear)
  await expectUsable(page, 'a legal hold')
  await dialog.getByRole('button', { name: 'Set hold' }).click()
  await expectToast(page, `Held until Jun 30, ${inOneYear.slice(0, 4)}`)
  expect(await site.applications()).toHaveLength(2)

  await visit(page, '/admin/personal-data')
  const holds = page.getByRole('table', { name: 'Legal holds' })
  await expect(holds.getByRole('row').last()).toContainText(/Eve Held\s*Claim 4711/)
  await holds.getByRole('button', { name: 'Change the hold of Eve Held' }).click()
  await dialog.getByLabel('What it is needed for').fill('Claim 4711, appeal')
  await dialog.getByRole('button', { name: 'Renew hold' }).click()
  await expect(holds).toContainText('Claim 4711, appeal')
  await holds.getByRole('button', { name: 'Change the hold of Eve Held' }).click()
  await dialog.getByRole('button', { name: 'End the hold now...' }).click()
  const question = page.getByRole('dialog', { name: 'End the legal hold?' })
  await expect(question).toContainText('rules and requests for erasure apply again to Eve Held')
  await question.getByRole('button', { name: 'End hold' }).click()
  await expectToast(page, 'Legal hold ended', 'Eve Held')
  await expect(page.getByText('Nobody is held.')).toBeVisible()
})

test('the page of an application that is set aside says so, and brings it back', async ({ page, site }) => {
  const [id = 0] = await site.insertApplicants([
    { ...REFUSED, name: 'Fay Aside', email: 'fay@example.com', quarantined: 2, erase_on: '2099-12-30' },
  ])
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await visit(page, address(id))
  await expect(page.getByText('is in no list, and is erased on Dec 30, 2099.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Not Spam' })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('is in no list, and is erased on Dec 30, 2099.')).toBeInViewport()
  await page.getByRole('button', { name: 'Bring back' }).click()
  await expectToast(page, 'Brought back', 'Fay Aside')
  await expect(page.getByText('is in no list')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More actions for Fay Aside' })).toBeVisible()
})

test('who is held is seen to be held, in the list and in review, and nothing offers a deletion', async ({
  page,
  site,
}) => {
  const [id = 0] = await site.insertApplicants([
    { name: 'Gus Held', email: 'gus@example.com' },
    { name: 'Hal Free', email: 'hal@example.com' },
  ])
  const endsOn = `${new Date().getFullYear() + 1}-06-30`
  await site.request('PUT', pathTo(ADMIN_API.legalHold, id), { reason: 'Claim 7', endsOn })
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expect(rowOf(page, 'Gus Held')).toContainText('legal hold')
  await expect(rowOf(page, 'Hal Free')).not.toContainText('legal hold')
  await visit(page, address(id))
  await expectShown(page, 'Gus Held')
  await expect(page.getByText('legal hold', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More actions for Gus Held' }).click()
  await expect(page.getByRole('menuitem', { name: `Legal hold until Jun 30, ${endsOn.slice(0, 4)}...` })).toBeVisible()
  for (const name of ['Delete Application', 'Erase this person...']) {
    const item = page.getByRole('menuitem', { name })
    await expect(item).toHaveAttribute('aria-disabled', 'true')
    await expect(item).toContainText('Kept by a legal hold')
    await item.click({ force: true })
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await site.request('DELETE', pathTo(ADMIN_API.legalHold, id))
})

test('a deletion that a hold refuses, set meanwhile, leaves the application in view', async ({ page, site }) => {
  const [id = 0] = await site.insertApplicants([
    { name: 'Ida Held', email: 'ida@example.com' },
    { name: 'Jon Next', email: 'jon@example.com' },
  ])
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await visit(page, address(id))
  await expectShown(page, 'Ida Held')
  await page.getByRole('button', { name: 'More actions for Ida Held' }).click()
  await page.getByRole('menuitem', { name: 'Delete Application' }).click()
  const endsOn = `${new Date().getFullYear() + 1}-06-30`
  await site.request('PUT', pathTo(ADMIN_API.legalHold, id), { reason: 'Claim 7', endsOn })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Delete failed', 'Ida Held')
  await expectShown(page, 'Ida Held')
  await expect(page.getByText('legal hold', { exact: true })).toBeVisible()
  await site.request('DELETE', pathTo(ADMIN_API.legalHold, id))
})

test('who asked to be erased and is held is seen so, and nobody decides about the application', async ({
  page,
  site,
}) => {
  const [id = 0] = await site.insertApplicants([
    { name: 'Kim Asked', email: 'kim@example.com', archived: 1, withdrawn_at: '2026-01-10T12:00:00.000Z' },
  ])
  await site.request('PUT', pathTo(ADMIN_API.legalHold, id), { reason: 'Claim 7', endsOn: NEXT_JUNE })
  const db = await openDatabase(site.dataDir)
  await scheduleTask(db, eraseApplicationTask({ applicationId: id }), new Date('2026-01-10T12:00:00.000Z'))
  await db.destroy()
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await visit(page, address(id))
  await expectShown(page, 'Kim Asked')
  await expect(page.getByText('erasure requested', { exact: true })).toBeVisible()
  await expect(page.getByText('withdrawn by the applicant')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Unarchive' })).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions for Kim Asked' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Download everything about this person',
    `Legal hold until Jun 30, ${NEXT_JUNE.slice(0, 4)}...`,
  ])
  await visit(page, '/admin/personal-data')
  const waiting = page.getByRole('list', { name: 'Waiting for the end of a legal hold' })
  await expect(waiting).toContainText(
    `was asked to be erased on Jan 10, 2026. A legal hold keeps it until Jun 30, ${NEXT_JUNE.slice(0, 4)}; then it is erased.`,
  )
  await expect(page.getByRole('list', { name: 'Not erased yet' })).toHaveCount(0)
  await site.request('DELETE', pathTo(ADMIN_API.legalHold, id))
})

test('a hold that is set while an owner erases is said, and the dialog leads to it', async ({ page, site }) => {
  const [id = 0] = await site.insertApplicants([{ name: 'Lou Meanwhile', email: 'lou@example.com' }])
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await visit(page, address(id))
  await expectShown(page, 'Lou Meanwhile')
  await page.getByRole('button', { name: 'More actions for Lou Meanwhile' }).click()
  await page.getByRole('menuitem', { name: 'Erase this person...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase Lou Meanwhile' })
  const field = dialog.getByRole('textbox')
  await expect(field).toBeFocused()
  await site.request('PUT', pathTo(ADMIN_API.legalHold, id), { reason: 'Claim 7', endsOn: NEXT_JUNE })
  await field.fill('Lou Meanwhile')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText(`A legal hold keeps all of this until Jun 30, ${NEXT_JUNE.slice(0, 4)}.`)
  await expect(dialog).toContainText('“Claim 7”')
  await expect(dialog).not.toContainText('Nobody can restore it')
  await dialog.getByRole('button', { name: 'Legal hold...' }).click()
  await expect(page.getByRole('dialog', { name: 'Legal hold of Lou Meanwhile' })).toBeVisible()
  await site.request('DELETE', pathTo(ADMIN_API.legalHold, id))
})

test('the file about a person is said to be under way until it has come', async ({ page, site }) => {
  const [id = 0] = await site.insertApplicants([{ name: 'Mia File', email: 'mia@example.com' }])
  const ready = Promise.withResolvers<void>()
  await page.route(`**${pathTo(ADMIN_API.personExport, id)}`, async (route) => {
    await ready.promise
    await route.continue()
  })
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await visit(page, address(id))
  await expectShown(page, 'Mia File')
  const more = page.getByRole('button', { name: 'More actions for Mia File' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Download everything about this person' }).click()
  await expectToast(page, 'Preparing the file...', 'Mia File')
  await expect(more).toHaveAttribute('aria-busy', 'true')
  ready.resolve()
  await expectToast(page, 'Everything about this person downloaded', 'Mia File')
  await expect(more).not.toHaveAttribute('aria-busy')
})
