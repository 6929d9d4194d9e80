import { EMBEDDED_LIST, PAGE, pathTo } from '../../contract/wire/paths.ts'
import { PHONE } from '../steps/accessible-steps.ts'
import { expect, test } from '../steps/site.ts'

const SIZES = [PHONE, { width: 1440, height: 900 }]

test('without JavaScript no public page shows a button that does nothing, or scrolls sideways', async ({
  browser,
  site,
}) => {
  await site.deleteAllJobs()
  const open = await site.createJob({ title: 'Edge Engineer' })
  const filled = await site.createJob({ title: 'Field Technician' })
  await site.updateJob(filled, { status: 'filled' })
  const jobs = [open, filled].map((id) => pathTo(PAGE.job, id))
  await site.changeSettings({ isPromisePublic: true })
  const { landing, apply, privacy, terms, promise, recovery, myApplication } = PAGE
  const others = [apply, privacy, terms, promise, recovery, myApplication, '/no-such-page']
  const addresses = [landing, '/?q=astronaut', ...jobs, ...others]
  for (const viewport of SIZES) {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url, viewport })
    const page = await context.newPage()
    for (const address of [...addresses, EMBEDDED_LIST]) {
      await page.goto(address)
      const what = `${address} at ${viewport.width} px`
      await expect(page.getByRole('heading', { level: 1 }), what).toHaveCount(1)
      const dead = page.locator('button:not([type=submit]), button:disabled, input[name=theme]')
      await expect(dead.filter({ visible: true }), what).toHaveCount(0)
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(excess, what).toBeLessThanOrEqual(0)
    }
    await context.close()
  }
})
