import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { openPromise } from 'yauzl'
import { PAGE } from '../../../contract/wire/paths.ts'
import { DEMO_OWNER } from '../../../demo/demo-people.ts'
import { findBrowser } from '../../../scripts/find-browser.ts'
import { test } from '../../steps/demo-site.ts'
import { PICTURE_VIEW, takePicture } from '../../steps/pictures.ts'
import { expect } from '../../steps/site.ts'
import { expectToast, toasts, visit } from '../../steps/steps.ts'

/** The pictures of `docs/privacy.md` are those of this walk: `PICTURES=1 npx playwright test --project=further walk-of-two-requests`. */
const APPLICANT = 'Tomás Villaseñor'

/** Unpacks an archive into a folder. @returns the names of its files */
async function unpack(archive: string, folder: string): Promise<string[]> {
  const zip = await openPromise(archive, { strictFileNames: true })
  const names: string[] = []
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName)
    const path = join(folder, entry.fileName)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return names
}

test('an owner answers a request for access, and then one for erasure', async ({ demo }, testInfo) => {
  test.slow()
  await using browser = await chromium.launch({ executablePath: findBrowser(), args: [] })
  const page = await (await browser.newContext({ ...PICTURE_VIEW, baseURL: demo.url })).newPage()
  const token = await demo.signInAs(DEMO_OWNER.username)
  await page.addInitScript((stored) => localStorage.setItem('authToken', stored), token)

  await test.step('the person is found by name', async () => {
    await visit(page, PAGE.adminDashboard)
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(APPLICANT)
    await page.getByRole('link', { name: APPLICANT }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: APPLICANT })).toBeVisible()
  })
  const more = page.getByRole('button', { name: `More actions for ${APPLICANT}` })

  await test.step('everything about the person is one file, with a page that any browser shows', async () => {
    await more.click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download everything about this person' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^Personal data \d{4}-\d\d-\d\d\.zip$/)
    await expectToast(page, 'Everything about this person downloaded')
    await toasts(page).getByRole('button', { name: 'Dismiss' }).click()
    const folder = testInfo.outputPath('archive')
    const names = await unpack(await download.path(), folder)
    expect(names).toContain('index.html')
    const archive = await (await browser.newContext(PICTURE_VIEW)).newPage()
    await archive.goto(pathToFileURL(join(folder, 'index.html')).href)
    await expect(archive.getByRole('heading', { level: 1 })).toContainText('What Permian Edge Controls keeps about')
    await expect(archive.getByText(APPLICANT).first()).toBeVisible()
    for (const link of await archive.getByRole('link').all()) {
      const address = decodeURIComponent((await link.getAttribute('href')) ?? '')
      expect(names, 'what the page links to').toContain(address)
    }
    await takePicture(archive, 'privacy-archive', testInfo)
  })

  await test.step('the person is erased once the name is typed, and no search finds it any more', async () => {
    await more.click()
    await page.getByRole('menuitem', { name: 'Erase this person...' }).click()
    const dialog = page.getByRole('dialog', { name: `Erase ${APPLICANT}` })
    await dialog.getByRole('textbox').fill(APPLICANT)
    await takePicture(page, 'privacy-erase', testInfo)
    await dialog.getByRole('button', { name: 'Erase for good' }).click()
    await expectToast(page, 'Erasure begun')
    await visit(page, PAGE.adminDashboard)
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(APPLICANT)
    await expect(page.getByRole('link', { name: APPLICANT })).toHaveCount(0)
  })
})
