import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/find-browser.ts'
import { MAIN_WAYS } from './scripts/test-parts.ts'
import { memoryFolder } from './test/memory-folder.ts'

process.env.TMPDIR = memoryFolder()

const mainWays = MAIN_WAYS.map((files) => `**/${files}`)

export default defineConfig({
  testDir: 'e2e',
  // `npm test` runs the first, `npm run test:all` the other (scripts/test.ts).
  projects: [
    { name: 'main', testMatch: mainWays },
    { name: 'further', testIgnore: mainWays },
  ],
  fullyParallel: true,
  // One more than there are cores: a test often waits for the page.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // On CI a red test is run once more: what is green then is printed as flaky in the last lines, to be seen and mended.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  // Generous, so that a busy machine is not taken for a fault: the longest tests walk through ten pages.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'en-US',
    // A zone that is not UTC, so that a date rendered differently by server and browser shows up.
    timezoneId: 'America/Chicago',
    // A trace of every test costs a fifth of the time: `TRACE=1 npx playwright test` when one is needed.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    // One context per worker, emptied between tests: code that is compiled stays. `steps/site.ts` resets the rest.
    reuseContext: true,
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Nobody looks at the pixels: without room for them none are drawn. Layout, styles and what can be hit are as ever.
        '--force-gpu-mem-available-mb=1',
        // One process for all pages of a context, and none kept ready for a next one.
        '--renderer-process-limit=1',
        '--disable-site-isolation-trials',
        // Compiles each function only at its first call, which saves a third of a page's processor time.
        '--js-flags=--max-lazy',
      ],
    },
  },
})
