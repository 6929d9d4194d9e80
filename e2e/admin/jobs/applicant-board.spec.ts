import type { Locator, Page } from '@playwright/test'
import { PHONE } from '../../steps/accessible-steps.ts'
import { expectFocusKept } from '../../steps/focus-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { dismissToast, expectToast, toasts, visit } from '../../steps/steps.ts'

const TITLE = 'Ignition Developer'
const STAGES = ['Pending', 'Reviewing', 'Interview', 'Hired', 'Rejected'] as const
type Stage = (typeof STAGES)[number]

const DAY = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY - 60_000).toISOString()

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('the board shows facts, actions, and each applicant in the column of the status, in the order of the tabs', async ({
  page,
  site,
}) => {
  const answer = { question: 'Rotation?', kind: 'short_text', answer: ['7/7 from May on'], mark: 'look_at_first' }
  const question_answers = JSON.stringify([answer])
  const jobId = await openBoard(page, site, [
    { name: 'Ana Núñez', created_at: daysAgo(12), question_answers },
    { name: 'Ben Okafor', created_at: daysAgo(1) },
    { name: 'Cy Young', status: 'interview', created_at: daysAgo(0), interview_date: '2099-06-13T21:17:00.000Z' },
    { name: 'Archived', archived: 1 },
  ])
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Pending2',
    'Reviewing0',
    'Interview1',
    'Hired0',
    'Rejected0',
  ])
  await expect(cards(page, 'Pending')).toHaveText([
    /Ana Núñez.*12 days in this stage/,
    /Ben Okafor.*1 day in this stage/,
  ])
  await expect(cards(page, 'Interview')).toHaveText([
    /Cy Young.*today since today in this stage.*Interview Jun 13, 4:17 PM/,
  ])
  await test.step('days are amber past the promise, while an application is pending', async () => {
    const colours = await page
      .locator('[data-card] .board-card-facts > :first-child')
      .evaluateAll((days) => days.map((one) => one.classList.contains('text-signal-amber')))
    expect(colours).toEqual([true, false, false])
  })
  await test.step('a card says the first answer with its mark, and how much of the promised time has gone', async () => {
    await expect(card(page, 'Ana Núñez')).toContainText(/Look at first7\/7 from May on/)
    await expect(card(page, 'Ben Okafor')).toContainText(/Day \d of 1\d until the promised answer/)
  })
  await test.step('a column ends with its content', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const { height } = (await column(page, 'Hired').boundingBox()) ?? { height: 900 }
    expect(height).toBeLessThan(200)
  })
  await expect(page.getByRole('list', { name: 'Facts' })).toContainText('Midland, TX')
  const ana = await applicantId(site, 'Ana Núñez')
  await expect(card(page, 'Ana Núñez').getByRole('link')).toHaveAttribute(
    'href',
    `/admin/applications/${ana}?job=${jobId}`,
  )
  await page.getByRole('button', { name: `Actions for ${TITLE}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'View details',
    'Edit',
    'Clone',
    'Copy link with source',
    'Mark as filled',
    'Deactivate',
    'Delete',
  ])
  await page.keyboard.press('Escape')
  await test.step('a number that no posting ever had is told from a deleted posting', async () => {
    await page.goto('/admin/jobs/2147483647')
    await expect(page.getByText('There is no posting with this number.', { exact: true })).toBeVisible()
    await site.deleteAllJobs()
    await page.goto(`/admin/jobs/${jobId}`)
    await expect(page.getByText(/^This posting was deleted\. Its applications are on the dashboard/)).toBeVisible()
  })
})

test('an applicant is moved by mouse, menu and key, and each move is undone', async ({ page, site }) => {
  await openBoard(page, site, [{ name: 'Ana Núñez' }, { name: 'Ben Okafor' }, { name: 'Cy Young' }])
  const status = async (name: string) => (await site.applications()).find((one) => one.name === name)?.status
  await test.step('dragged with the mouse onto a column', async () => {
    await drag(page, card(page, 'Ben Okafor'), column(page, 'Reviewing'))
    await expectMoved('Ben Okafor', 'Reviewing')
    expect(page.url(), 'the release is no click on the link').toMatch(/\/admin\/jobs\/\d+$/)
    expect(await status('Ben Okafor')).toBe('reviewing')
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Move undone')
    await expect(cards(page, 'Pending')).toHaveText([/Ana/, /Ben/, /Cy/])
    expect(await status('Ben Okafor')).toBe('pending')
  })
  await test.step('a drag that Escape cancels moves nothing', async () => {
    await dismissToast(page)
    await drag(page, card(page, 'Ben Okafor'), column(page, 'Hired'), async () => page.keyboard.press('Escape'))
    await expect(cards(page, 'Pending')).toHaveText([/Ana/, /Ben/, /Cy/])
    await expect(page.locator('.board-ghost')).toHaveCount(0)
  })
  await test.step('by menu; the focus goes to the next card', async () => {
    await card(page, 'Ana Núñez').getByRole('button', { name: 'Move Ana Núñez' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Mark as Reviewing',
      'Move to Interview',
      'Mark as Hired',
      'Mark as Rejected',
    ])
    await page.getByRole('menuitem', { name: 'Move to Interview' }).click()
    await expectMoved('Ana Núñez', 'Interview')
    await expect(card(page, 'Ben Okafor').getByRole('link')).toBeFocused()
  })
  await test.step('by key, from card to card with the arrows, J and K', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(card(page, 'Cy Young').getByRole('link')).toBeFocused()
    await page.keyboard.press('k')
    await expect(card(page, 'Ben Okafor').getByRole('link')).toBeFocused()
    await page.keyboard.press('j')
    await expect(card(page, 'Cy Young').getByRole('link')).toBeFocused()
    await page.keyboard.press('5')
    await expectMoved('Cy Young', 'Rejected')
    await expect(card(page, 'Ben Okafor').getByRole('link')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(card(page, 'Ana Núñez').getByRole('link')).toBeFocused()
    await page.keyboard.press('z')
    await expectToast(page, 'Move undone')
    await expect(cards(page, 'Pending')).toHaveText([/Ben/, /Cy/])
  })

  async function expectMoved(name: string, stage: Stage) {
    await expect(column(page, stage)).toContainText(name)
    await expectToast(page, 'Status updated', `Application status changed to ${stage.toLowerCase()}`)
    await expect(toasts(page)).toContainText(name)
    await expect(page.getByRole('status').filter({ hasText: `${name} moved to ${stage}.` })).toBeAttached()
  }
})

test('a move that another admin was faster with is put back, says what happened, and asks', async ({ page, site }) => {
  await openBoard(page, site, [{ name: 'Ana Núñez' }, { name: 'Ben Okafor' }])
  await site.updateApplication(await applicantId(site, 'Ana Núñez'), { status: 'hired' })
  await drag(page, card(page, 'Ana Núñez'), column(page, 'Rejected'))
  await expect(column(page, 'Hired')).toContainText('Ana Núñez')
  await expectToast(page, 'Changed meanwhile', `was moved to Hired by ${site.credentials.username}, and stays there.`)
  await expect(toasts(page)).toContainText('Ana Núñez')
  await toasts(page).getByRole('button', { name: 'Mark as Rejected anyway' }).click()
  await expect(column(page, 'Rejected')).toContainText('Ana Núñez')
  await test.step('a change of something else does not stand in the way', async () => {
    await site.updateApplication(await applicantId(site, 'Ben Okafor'), { feedback: 'Strong on tags.' })
    await drag(page, card(page, 'Ben Okafor'), column(page, 'Interview'))
    await expectToast(page, 'Status updated', 'Application status changed to interview')
    await expect(column(page, 'Interview')).toContainText('Ben Okafor')
  })
})

test('500 applicants are shown a page at a time, and those outside the screen are not drawn', async ({
  page,
  site,
}) => {
  await openBoard(
    page,
    site,
    Array.from({ length: 500 }, (_, index) => ({ name: `Applicant ${index + 1}` })),
  )
  await expect(column(page, 'Pending').getByRole('heading')).toHaveText('Pending500')
  await expect(cards(page, 'Pending')).toHaveCount(100)
  await column(page, 'Pending').getByRole('button', { name: 'Show more' }).click()
  await expect(cards(page, 'Pending')).toHaveCount(500)
  await expectFocusKept(page, 'the last page of a column is shown')
  const last = cards(page, 'Pending').last()
  expect(await last.evaluate((item) => item.checkVisibility({ contentVisibilityAuto: true }))).toBe(true)
  const link = last.getByRole('link')
  expect(await link.evaluate((item) => item.checkVisibility({ contentVisibilityAuto: true }))).toBe(false)
  await last.scrollIntoViewIfNeeded()
  await expect(link).toBeInViewport()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: PHONE })

  test('a phone shows one stage at a time; a card that is held is dropped on the tab of another', async ({
    page,
    site,
  }) => {
    await openBoard(page, site, [{ name: 'Ana Núñez' }, { name: 'Ben Okafor' }])
    await expect(column(page, 'Reviewing')).toBeHidden()
    const tab = page.getByRole('group', { name: 'Stage' }).getByRole('button', { name: /^Reviewing/ })
    await holdAndDrag(page, card(page, 'Ana Núñez'), tab)
    await expectToast(page, 'Status updated', 'Application status changed to reviewing')
    await expect(cards(page, 'Pending')).toHaveText([/Ben/])
    await tab.tap()
    await expect(cards(page, 'Reviewing')).toHaveText([/Ana/])
    await expect(column(page, 'Pending')).toBeHidden()
  })
})

/** Opens the board of a new posting with these applicants; returns the posting's id. */
async function openBoard(page: Page, site: Site, applicants: Parameters<Site['insertApplicants']>[0]): Promise<number> {
  const jobId = await site.createJob({ title: TITLE })
  await site.insertApplicants(applicants.map((one) => ({ job_id: jobId, ...one })))
  await site.signIn(page)
  await visit(page, `/admin/jobs/${jobId}`)
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await expect(
    page
      .getByRole('list')
      .filter({ has: page.locator('[data-card]') })
      .first(),
  ).toBeVisible()
  return jobId
}

function column(page: Page, stage: Stage): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: stage }) })
}

function cards(page: Page, stage: Stage): Locator {
  return column(page, stage).getByRole('listitem')
}

function card(page: Page, name: string): Locator {
  return page.locator('[data-card]').filter({ hasText: name })
}

async function applicantId(site: Site, name: string): Promise<number> {
  return (await site.applications()).find((one) => one.name === name)?.id ?? 0
}

async function centre(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not shown`)
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 60) }
}

async function drag(page: Page, from: Locator, to: Locator, beforeRelease = async () => {}): Promise<void> {
  const start = await centre(from)
  const end = await centre(to)
  await page.mouse.move(start.x - 40, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x, start.y, { steps: 3 })
  await page.mouse.move(end.x, end.y, { steps: 5 })
  await expect(page.locator('.board-ghost')).toBeVisible()
  await beforeRelease()
  await page.mouse.up()
}

/** Rests a finger on a card until it is lifted, and drags it. */
async function holdAndDrag(page: Page, from: Locator, to: Locator): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  const start = await centre(from)
  const end = await centre(to)
  await touch('touchStart', start)
  await expect(page.locator('.board-ghost')).toBeVisible()
  for (const part of [0.3, 0.6, 0.9, 1]) {
    await touch('touchMove', { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part })
  }
  await expect(to).toHaveAttribute('data-target', 'true')
  await touch('touchEnd')
}
