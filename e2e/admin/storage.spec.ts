import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Kysely } from 'kysely'
import { expectReplicas, findCurrentResume } from '../../server/features/resumes/resume-queries.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import type { ReplicaState } from '../../server/platform/database/tables/resume-tables.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { setReplicaState } from '../../test/stores/replica-states.ts'
import { expectNoViolations, PHONE } from '../steps/accessible-steps.ts'
import { openAdmin } from '../steps/admin-steps.ts'
import { expect, type Site, test as withSite } from '../steps/site.ts'
import { expectToast } from '../steps/steps.ts'

const STATUS_CALL = '**/api/admin/storage'
const CHECK = { name: 'Check All Files Now' }

/** Tests also get their site’s database, for states that take long to reach. */
const test = withSite.extend<{ db: Kysely<Tables> }>({
  db: async ({ site }, use) => {
    const db = await openDatabase(site.dataDir)
    await use(db)
    await db.destroy()
  },
})

test.beforeEach(({ site }) => site.deleteAllApplications())
test.afterEach(({ db }) => noteCheck(db, 0, 0, new Date()))

test('without a drive it says that the disk is the only store', async ({ page, site, db }) => {
  await site.apply()
  await noteCheck(db, 1, 1, new Date())
  const files = await openStorage(page, site)
  await expect(files).toContainText('In order')
  await expect(files).toContainText('All files are intact.')
  await expect(files).toContainText('Google Drive is not configured. Nothing is copied')
  await expectCount(page, 'Resumes in total', '1')
  await expect(page.getByText('In the cloud drive', { exact: true })).toHaveCount(0)
  await expect(files.getByRole('alert')).toHaveCount(0)
})

test('waiting and failed replicas show their age, the last error and the remedy', async ({ page, site, db }) => {
  const [waiting, failed] = [await site.apply(), await site.apply()]
  await noteDriveCopy(db, waiting, 'waiting')
  await noteDriveCopy(db, failed, 'failed', 'The drive is full.')
  const twoDaysAgo = new Date(Date.now() - 49 * 3_600_000).toISOString()
  await db.updateTable('applications').set({ created_at: twoDaysAgo }).where('id', '=', waiting).execute()
  await page.route(STATUS_CALL, async (route) => {
    const response = await route.fetch()
    const status = await response.json()
    await route.fulfill({
      json: {
        ...status,
        stores: { ...status.stores, 'google-drive': { ...status.stores['google-drive'], isConfigured: true } },
      },
    })
  })
  const files = await openStorage(page, site)
  await expect(files).toContainText('Copies failed')
  await expectCount(page, 'Waiting', '1')
  await expectCount(page, 'Failed', '1')
  await expectCount(page, 'Oldest resume', '2 days')
  await expect(files.locator(`time[datetime="${twoDaysAgo}"]`)).toBeVisible()
  await expect(files).toContainText('The drive is full.')
  await expect(files).toContainText('then choose Test Connection')
  await expect(files).not.toContainText('not configured')
})

test('the button has all files checked, and an altered one raises the alarm', async ({ page, site }) => {
  await site.apply()
  const before = await resumeFiles(site)
  await site.apply()
  const [added] = (await resumeFiles(site)).filter((name) => !before.includes(name))
  const files = await openStorage(page, site)
  await expect(files.getByRole('alert')).toHaveCount(0)

  await appendFile(join(site.dataDir, 'resumes', String(added)), 'x')
  await files.getByRole('button', CHECK).click()
  await expect(files.getByRole('alert')).toContainText('1 file is altered')
  await expect(files.getByRole('alert')).toContainText('1 resume is lost')
  await expect(files.getByRole('alert')).toContainText('Verify the backup')
  await expect(files).toContainText('Alarm')
  await expect(files.getByText(/^The last check ended .*: 2 resumes\.$/)).toBeVisible()
  await expect(files.getByRole('button', CHECK)).toBeEnabled()
  await expectCount(page, 'Altered', '1')
  await expectCount(page, 'On this server', '1')
})

test('a running check shows its progress, also after a reload, until it ends', async ({ page, site, db }) => {
  await site.apply()
  await noteCheck(db, 5_310, 1_204, null)
  const files = await openStorage(page, site)
  await expect(files.getByRole('progressbar', { name: 'Files checked' })).toHaveAttribute('value', '22')
  await expect(files).toContainText('1,204 of 5,310 checked')
  await expect(files.getByRole('button', CHECK)).toBeDisabled()
  await page.reload()
  await expect(files).toContainText('1,204 of 5,310 checked')
  await noteCheck(db, 5_310, 2_655, null)
  await expect(files).toContainText('2,655 of 5,310 checked')
  await expect(files).toContainText('50%')
  await noteCheck(db, 5_310, 5_310, new Date())
  await expect(files.getByText(/^The last check ended .*: 5,310 resumes\.$/)).toBeVisible()
  await expect(files.getByRole('progressbar')).toHaveCount(0)
  await expect(files.getByRole('button', CHECK)).toBeEnabled()
})

test('failures to load or start show a message', async ({ page, site }) => {
  await test.step('a status that cannot be read says so, and Try again brings it', async () => {
    await page.route(STATUS_CALL, (route) => route.fulfill({ status: 403, json: {} }))
    await openAdmin(page, site, '/admin/storage', 'Storage Settings')
    await expect(page.getByRole('alert')).toContainText('could not be loaded')
    await expect(page.getByRole('region', { name: 'Local Storage' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', CHECK)).toBeVisible()
  })
  await test.step('a check that cannot be started says so', async () => {
    await page.route('**/api/admin/storage/check', (route) =>
      route.fulfill({ status: 500, json: { message: '4: refused by the test', code: 'internal' } }),
    )
    const files = page.getByRole('region', { name: 'Resume Files' })
    await files.getByRole('button', CHECK).click()
    await expectToast(page, 'Check Failed', 'The file check could not be started')
    await expect(files.getByRole('button', CHECK)).toBeEnabled()
    await page.unrouteAll()
  })
  await test.step('a session that is over goes to the login', async () => {
    await page.route(STATUS_CALL, (route) => route.fulfill({ status: 401, json: {} }))
    await page.reload()
    await expectToast(page, 'Session expired. Please log in again.')
    await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fstorage')
  })
})

test('the alarm and a running check are accessible, light and dark', async ({ page, site, db }) => {
  const id = await site.apply()
  await noteDriveCopy(db, id, 'failed', 'The drive is full.')
  await setReplicaState(db, { resume_id: await resumeOf(db, id), store: 'local' }, 'missing')
  await noteCheck(db, 5_310, 1_204, null)
  const files = await openStorage(page, site)
  await expect(files.getByRole('alert')).toContainText('1 file is missing')
  await expect(files.getByRole('progressbar')).toBeVisible()
  await expectNoViolations(page, 'storage, wide')
  await page.setViewportSize(PHONE)
  await expectNoViolations(page, 'storage, narrow')
})

async function openStorage(page: Page, site: Site) {
  await openAdmin(page, site, '/admin/storage', 'Storage Settings')
  const files = page.getByRole('region', { name: 'Resume Files' })
  await expect(files.getByText('Resumes in total')).toBeVisible()
  return files
}

/** Expects the number beside a name. */
async function expectCount(page: Page, name: string, count: string): Promise<void> {
  const fact = page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
  await expect(fact.getByRole('definition')).toHaveText(count)
}

/** Leaves no key: there is no drive from which a later deletion could take the copy. */
async function noteDriveCopy(db: Kysely<Tables>, id: number, state: ReplicaState, error: string | null = null) {
  const resume = await resumeOf(db, id)
  await expectReplicas(db, [resume], 'google-drive', new Date())
  await setReplicaState(db, { resume_id: resume, store: 'google-drive' }, state, { error })
}

async function resumeOf(db: Kysely<Tables>, id: number): Promise<number> {
  return (await findCurrentResume(db, id))?.id ?? 0
}

/** Says how far the latest check has come, as the server does from slice to slice. */
async function noteCheck(db: Kysely<Tables>, total: number, checked: number, finishedAt: Date | null): Promise<void> {
  const values = {
    started_at: new Date().toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    total,
    checked,
  }
  await db
    .insertInto('resume_check')
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

function resumeFiles(site: Site): Promise<string[]> {
  return readdir(join(site.dataDir, 'resumes'))
}
