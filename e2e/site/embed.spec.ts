import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectNoViolations } from '../steps/accessible-steps.ts'
import { openAdmin } from '../steps/admin-steps.ts'
import { expect, test as onSite } from '../steps/site.ts'

/** The company's main site, whose only page has the snippet: its port, where it is `127.0.0.1` and `localhost`. */
const test = onSite.extend<{ mainSite: { allowed: string; foreign: string } }>({
  mainSite: async ({ site }, use) => {
    const page = `<!doctype html><title>Our company</title><h1>Join us</h1><script src="${site.url}/embed.js" async></script>`
    const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page))
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const { port } = server.address() as AddressInfo
    await use({ allowed: `http://127.0.0.1:${port}`, foreign: `http://localhost:${port}` })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})

test('the main site shows the open positions at their full height, a site that is not in the settings shows none', async ({
  page,
  site,
  mainSite,
}) => {
  await site.deleteAllJobs()
  const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => site.createJob({ title: `Edge Engineer ${n}` })))
  await openAdmin(page, site, '/admin/settings?section=elsewhere', 'Settings')
  const sites = page.getByLabel('Sites that may embed the list')
  const save = page.getByRole('button', { name: 'Save', exact: true })

  await test.step('the settings refuse what is no site, and give the snippet for one that is', async () => {
    await sites.fill('www.example.com')
    await save.click()
    await expect(page.getByText('Enter each site as https:// and its name')).toBeVisible()
    await sites.fill(mainSite.allowed)
    await save.click()
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
    await expect(page.getByText(/<script src=".*\/embed\.js" async><\/script>/)).toBeVisible()
    await expectNoViolations(page, 'the settings with the snippet')
  })

  const frame = page.locator('iframe[title="Open positions"]')
  const list = frame.contentFrame()
  await test.step('the list is whole: its frame has the height that it says', async () => {
    await page.goto(mainSite.allowed)
    await expect(list.getByRole('link')).toHaveCount(ids.length + 1)
    const height = () => list.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height))
    await expect.poll(async () => (await frame.boundingBox())?.height === (await height())).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(async () => (await frame.boundingBox())?.height === (await height())).toBe(true)
    expect(await list.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)
  })
  await test.step('a message of another origin changes no height', async () => {
    const before = (await frame.boundingBox())?.height
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          // Runs after the listener of the script, which came first.
          addEventListener('message', resolve, { once: true })
          postMessage({ type: 'wellhead-height', height: 5_000 }, '*')
        }),
    )
    expect((await frame.boundingBox())?.height).toBe(before)
  })
  await test.step('a position opens as a page, not in the frame, and says where it was found', async () => {
    await list.getByRole('link', { name: /^Edge Engineer 3 / }).click()
    await expect(page).toHaveURL(new RegExp(`^http://[^/]+/jobs/${ids[3]}\\?source=embed$`))
    await expect(page.getByRole('heading', { level: 1, name: 'Edge Engineer 3' })).toBeVisible()
  })
  await test.step('the same page under another origin gets an empty frame', async () => {
    const refusal = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.goto(mainSite.foreign)
    await refusal
    await expect(frame).toBeVisible()
    await expect(list.getByRole('link')).toHaveCount(0)
  })
})

test('the embedded list is accessible in light and in dark colours', async ({ page, site }) => {
  await site.createJob({ title: 'Edge Engineer' })
  for (const theme of ['light', 'dark']) {
    await page.goto(`/embed?theme=${theme}`)
    await expect(page.getByRole('link', { name: /^Edge Engineer / }).first()).toBeVisible()
    await expectNoViolations(page, `the embedded list, ${theme}`)
  }
})
