import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/find-browser.ts'

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  timeout: 30_000,
  use: {
    locale: 'en-US',
    // A zone that is not UTC, so that a date rendered differently by server and browser shows up.
    timezoneId: 'America/Chicago',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
      args: ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
    },
  },
})
