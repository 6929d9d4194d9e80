import type { Page } from '@playwright/test'
import { openAdmin, rowOf } from '../../steps/admin-steps.ts'
import { address, dayOf, expectShown } from '../../steps/review-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { visit, waitForToaster } from '../../steps/steps.ts'

const NAMES = ['Amy First', 'Ben Second', 'Cid Third', 'Dan Fourth']

/** Pressed one after the other on the review page of the first application, and on the one that is left at the end. */
const REVIEW_KEYS = [
  '3',
  '3 3',
  '3 z',
  '1 2 4 5',
  'e z',
  'f Escape',
  'f Control+Enter',
  'i Escape j k',
  'm Escape',
  '/ Escape',
  '? Escape',
]

const LIST_KEYS = [
  '3',
  '3 z',
  '1 2 4 5',
  'e z',
  'x 3',
  'x Escape',
  'x m Escape',
  'Shift+ArrowDown 5 z',
  '/ Escape',
  '? Escape',
  'j k',
]

async function fill(site: Site, names: string[]): Promise<number[]> {
  await site.deleteAllApplications()
  await site.insertApplicants(names.map((name, index) => ({ name, created_at: dayOf(names.length - index) })))
  const stored = await site.applications()
  return names.map((name) => stored.find((one) => one.name === name)?.id ?? 0)
}

/** Expects that after each key something has the focus, and still has it when all is shown. */
async function pressAll(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) {
    await page.keyboard.press(key)
    await expectFocus(page, `${keys}: after ${key}`)
  }
  await page.waitForLoadState('networkidle')
  await expectFocus(page, `${keys}: at the end`)
}

async function expectFocus(page: Page, what: string): Promise<void> {
  await expect(page.locator('body'), what).not.toBeFocused()
}

/** The sequences of the review page, by the width of the screen and how many applications wait. */
const REVIEWS = [
  { width: 1440, names: NAMES, sequences: REVIEW_KEYS },
  { width: 1440, names: NAMES.slice(0, 1), sequences: ['3 Enter', '3 Control+Enter', 'f Control+Enter', '5 z'] },
  { width: 390, names: NAMES, sequences: ['3 Enter', '3 Escape', 'f Control+Enter'] },
]

test('no keys of the review page leave the focus nowhere', async ({ page, site }) => {
  await site.signIn(page)
  for (const { width, names, sequences } of REVIEWS) {
    await page.setViewportSize({ width, height: 900 })
    for (const keys of sequences) {
      await test.step(`${keys}, with ${names.length} at ${width} px`, async () => {
        const [first = 0] = await fill(site, names)
        await visit(page, address(first))
        await expectShown(page, 'Amy First')
        await waitForToaster(page)
        await page.getByRole('main').focus()
        await pressAll(page, keys)
      })
    }
  }
})

const LISTS = [
  { names: NAMES, sequences: LIST_KEYS },
  { names: NAMES.slice(0, 1), sequences: ['3', '3 z', 'x 5 z'] },
]

test('no keys of the list leave the focus nowhere', async ({ page, site }) => {
  for (const { names, sequences } of LISTS) {
    for (const keys of sequences) {
      await test.step(`${keys}, with ${names.length}`, async () => {
        await fill(site, names)
        await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
        await waitForToaster(page)
        await rowOf(page, 'Amy First').focus()
        await pressAll(page, keys)
      })
    }
  }
})
