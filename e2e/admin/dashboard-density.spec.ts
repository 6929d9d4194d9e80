import type { Locator, Page } from '@playwright/test'
import { expectNoOverflow, expectNoViolations, PHONE } from '../steps/accessible-steps.ts'
import { expectRows, expectTabs, openAdmin, rowOf } from '../steps/admin-steps.ts'
import { removeOthers } from '../steps/enter-as.ts'
import { expect, test } from '../steps/site.ts'

const DAY_MS = 86_400_000

test('the dashboard shows many whole rows on its first screen, of two lines at most, without sideways scrolling', async ({
  page,
  site,
}) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  await removeOthers(site)
  const jobId = await site.createJob({ title: 'Senior Industrial Edge Platform Engineer (Kubernetes, MQTT)' })
  await site.insertApplicants([
    ...Array.from({ length: 39 }, (_, index) => ({
      name: `Maximiliane Schwarzenbergerhof-${index}`,
      email: `maximiliane.schwarzenbergerhof-${index}@a-long-provider-name.example.net`,
      note: 'I have worked with Ignition since 2019, and with PLCs for longer than that.',
      job_id: jobId,
      created_at: new Date(Date.now() - (index + 1) * DAY_MS).toISOString(),
    })),
    { name: 'Kim Again', note: 'DATA RECOVERY RESUBMISSION\nOnce more.' },
    { name: 'Bot', quarantined: 1 },
  ])
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expect(rowOf(page, 'Maximiliane Schwarzenbergerhof-0')).toBeVisible()
  await test.step('at 1440 x 900 and at 1280 x 720, with the recovery line', async () => {
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(12)
    expect((await page.locator('tr[data-id]').first().boundingBox())?.y).toBeLessThanOrEqual(170)
    await page.setViewportSize({ width: 1280, height: 720 })
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(8)
    expect(await rowHeights(page)).toEqual([44])
    expect(await sidewaysScroll(page)).toBe(0)
  })
  await test.step('a pending application says how many days it waits, and the longest wait can come first', async () => {
    await expect(rowOf(page, 'Maximiliane Schwarzenbergerhof-6').getByText('waiting 7 days')).toBeAttached()
    await page.getByRole('button', { name: 'Oldest first' }).click()
    await expect(page.getByRole('rowheader').first()).toHaveText('Maximiliane Schwarzenbergerhof-38')
    await expect(page).toHaveURL('/admin/dashboard?sort=date')
  })
  await test.step('the tabs and the heads stay in view', async () => {
    await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }))
    for (const part of [
      page.getByRole('tab', { name: 'Pending' }),
      page.getByRole('columnheader', { name: 'Email' }),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 })
    }
  })
  await test.step('below 1280 px the chosen job is whole, beside the room for its arrow', async () => {
    await page.setViewportSize({ width: 1200, height: 800 })
    const cut = await page.getByLabel('Filter by Job').evaluate((select: HTMLSelectElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select)
      const pen = document.createElement('canvas').getContext('2d')
      if (pen) pen.font = font
      const words = pen?.measureText('All Jobs').width ?? Number.NaN
      return words + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight) - select.clientWidth
    })
    expect(cut).toBeLessThanOrEqual(0)
    expect(await sidewaysScroll(page)).toBe(0)
  })
  await test.step('on a tablet the tools stand in one row, and nothing scrolls sideways', async () => {
    await page.setViewportSize({ width: 768, height: 1024 })
    expect(await middlesOf(page.getByRole('search').locator('> :visible'))).toHaveLength(1)
    expect(await rowHeights(page)).toEqual([44])
    expect(await sidewaysScroll(page)).toBe(0)
  })
  await test.step('on a phone rows are 72 px high, and five are whole on the first screen', async () => {
    await page.setViewportSize(PHONE)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    expect(await rowHeights(page)).toEqual([72])
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(5)
    expect(await sidewaysScroll(page)).toBe(0)
  })
  await test.step('on a phone a menu has the words of the header, and a button the filter and the order', async () => {
    await page.getByRole('button', { name: 'Actions of this page' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['View Job Postings', 'Refresh', 'Logout'])
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Filter by Job')).toBeHidden()
    await page.getByRole('button', { name: 'Filter and sort' }).click()
    await expect(page.getByLabel('Filter by Job')).toBeVisible()
    await expect(page.getByLabel('Sort by')).toBeVisible()
    expect((await page.locator('tr[data-id]').first().boundingBox())?.y).toBeLessThan(280)
    await page.getByRole('button', { name: 'Filter and sort' }).click()
    expect((await page.locator('tr[data-id]').first().boundingBox())?.y).toBeLessThan(230)
  })
  await test.step('on a phone the chosen tab is in view', async () => {
    await page.goto('/admin/dashboard?tab=archived')
    await expect(page.getByRole('tab', { name: 'Archived' })).toBeInViewport({ ratio: 0.95 })
    await page.goto('/admin/dashboard')
  })
  await test.step('the figures of the recovery stand in the line, and a press names them', async () => {
    const card = page.getByRole('region', { name: 'Data Recovery Status' })
    await expect(card.getByRole('definition')).toHaveText(['1', '0', 'Unknown'])
    await card.getByRole('button').click()
    await expect(card.getByText('Original applications before the cut-off')).toBeInViewport()
  })
})

test('each stat card opens what it counts, and the interview stands beside the status, the next one first', async ({
  page,
  site,
}) => {
  await site.deleteAllApplications()
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
  await site.insertApplicants([
    { name: 'Pia Pending' },
    { name: 'Ida Soon', status: 'interview', interview_date: day(3), created_at: day(-4) },
    { name: 'Lea Later', status: 'interview', interview_date: day(9), created_at: day(-3) },
    { name: 'Una Over', status: 'interview', interview_date: day(-3), created_at: day(-2) },
    { name: 'Nora Undated', status: 'interview', created_at: day(-1) },
  ])
  await openAdmin(page, site, '/admin/dashboard?q=pia&sort=name', 'Dashboard')
  await page.getByRole('link', { name: 'Interview Stage' }).click()
  await expect(page).toHaveURL('/admin/dashboard?tab=interview')
  await expectRows(page, ['Ida Soon', 'Lea Later', 'Una Over', 'Nora Undated'])
  await expect(rowOf(page, 'Una Over').getByText('is over')).toBeAttached()
  await expect(rowOf(page, 'Ida Soon').getByText('is over')).toHaveCount(0)
  await test.step('on a small phone the day of the interview stands clear of the day of the application', async () => {
    const size = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await crowdedRows(page)).toEqual([])
    if (size) await page.setViewportSize(size)
  })
  await test.step('a decided row leaves and the counts tick, in motion unless motion is reduced', async () => {
    const motions = await page.evaluateHandle(() => {
      const started = new Set<string>()
      document.addEventListener('animationstart', ({ animationName }) => started.add(animationName))
      // On a busy machine the row can be gone before its first frame.
      new MutationObserver(() => {
        for (const row of document.querySelectorAll('tr[data-leaving]'))
          started.add(getComputedStyle(row).animationName)
      }).observe(document.body, { attributes: true, childList: true, subtree: true })
      return started
    })
    const started = () => motions.evaluate((names) => [...names].sort())
    for (const [reducedMotion, expected] of [
      ['reduce', []],
      ['no-preference', ['leave', 'tick']],
    ] as const) {
      await page.emulateMedia({ reducedMotion })
      await rowOf(page, 'Una Over').focus()
      await page.keyboard.press('4')
      await expectTabs(page, [1, 0, 3, 1, 0, 0])
      await expect.poll(started).toEqual(expected)
      await page.keyboard.press('z')
      await expectRows(page, ['Ida Soon', 'Lea Later', 'Una Over', 'Nora Undated'])
    }
  })
  await page.getByRole('link', { name: 'Pending Reviews' }).click()
  await expectRows(page, ['Pia Pending'])
  await page.getByRole('link', { name: 'Active Jobs' }).click()
  await expect(page).toHaveURL('/admin/jobs')
})

test('the third page has its own address: a reload, Back and Forward return to it', async ({ page, site }) => {
  await site.deleteAllApplications()
  const names = Array.from({ length: 60 }, (_, index) => `Applicant ${String(index + 1).padStart(2, '0')}`)
  await site.insertApplicants(
    names.map((name, index) => ({ name, created_at: new Date(Date.now() - index * DAY_MS).toISOString() })),
  )
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const pager = page.getByRole('navigation', { name: 'Pages' })
  const next = pager.getByRole('button', { name: 'Next' })
  await next.click()
  await expectRows(page, names.slice(25, 50))
  await next.click()
  await expectRows(page, names.slice(50))
  await expect(page).toHaveURL('/admin/dashboard?page=3')
  await page.reload()
  await expect(pager.getByRole('status')).toHaveText('51–60 of 60')
  await page.goBack()
  await expectRows(page, names.slice(25, 50))
  await page.goForward()
  await expectRows(page, names.slice(50))
  await test.step('the address of a later page that was only copied opens the first one', async () => {
    await page.goto('/admin/dashboard?page=3&sort=name')
    await expectRows(page, names.slice(0, 25))
    await expect(page).toHaveURL('/admin/dashboard?sort=name')
  })
})

test('the bar marks where one is, and its menu is accessible', async ({ page, site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  await site.createJob({ title: 'Edge Developer' })
  await site.insertApplicants([{ name: 'Pia Pending' }])
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const menu = page.getByRole('banner').getByRole('button', { name: 'Open menu' })
  await menu.click()
  await expectNoViolations(page, 'the open menu')
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await expect(page.getByRole('button', { name: 'Change password' })).toBeHidden()
  await test.step('also on the pages of one application and of one posting', async () => {
    const current = page.getByRole('navigation', { name: 'Admin' }).locator('[aria-current]')
    await expect(current).toHaveText('Dashboard')
    await page.getByRole('link', { name: 'Review 1' }).click()
    await expect(page).toHaveURL(/applications/)
    await expect(current).toHaveText('Dashboard')
    await page.getByRole('link', { name: 'Job Postings' }).click()
    await page.getByRole('link', { name: 'Edge Developer' }).click()
    await expect(page).toHaveURL(/jobs\/\d/)
    await expect(current).toHaveText('Job Postings')
  })
})

test('names, addresses and titles of 200 letters without a space widen neither lists nor the search', async ({
  page,
  site,
}) => {
  const word = 'W'.repeat(200)
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  const jobId = await site.createJob({ title: word, location: word, department: word })
  const person = { name: word, email: `${word}@${word}.example`, phone: '9'.repeat(50), note: word, job_id: jobId }
  await site.insertApplicants([person, { ...person, status: 'interview', archived: 1 }])
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  for (const path of ['/admin/dashboard', '/admin/dashboard?tab=archived', '/admin/jobs', `/admin/jobs/${jobId}`]) {
    await page.goto(path)
    await expect(page.locator('main :not(option)').getByText(word).locator('visible=true').first()).toBeVisible()
    await expectNoOverflow(page, path)
  }
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('rowheader')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('www')
  await expect(page.getByRole('option')).toHaveCount(4)
  await expectNoOverflow(page, 'the search')
})

/** How many rows are wholly on the screen without scrolling. */
function wholeRows(page: Page): Promise<number> {
  return page.getByRole('rowheader').evaluateAll(
    (heads) =>
      heads.filter((head) => {
        const box = head.closest('tr')?.getBoundingClientRect()
        return box && box.top >= 0 && box.bottom <= innerHeight
      }).length,
  )
}

/** The different middles of elements, in pixels from the top. */
async function middlesOf(elements: Locator): Promise<number[]> {
  const boxes = await elements.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
  return [...new Set(boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2)))]
}

/** The different heights of the rows, in pixels. */
async function rowHeights(page: Page): Promise<number[]> {
  const heights = await page
    .getByRole('rowheader')
    .evaluateAll((heads) => heads.map((head) => Math.round(head.closest('tr')?.getBoundingClientRect().height ?? 0)))
  return [...new Set(heights)]
}

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
}

/** Names in the rows where what stands beside the status reaches into the day of the application. */
function crowdedRows(page: Page): Promise<string[]> {
  return page.getByRole('rowheader').evaluateAll((heads) =>
    heads
      .filter((head) => {
        const box = (part: string) => head.closest('tr')?.querySelector(part)?.getBoundingClientRect()
        const [beside, day] = [box('.status-cell > :last-child'), box('.day')]
        return beside && day && day.width > 1 && beside.right > day.left
      })
      .map((head) => head.textContent),
  )
}
