import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { canInstallPackages, installPackages } from './debian-package.ts'
import { isExecutable } from './is-executable.ts'

/** The browser without a window comes first: it runs the tests in a third less time. */
const COMMANDS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * Finds a Chromium for the browser tests: `CHROMIUM_PATH`, one of the system, or Playwright's own.
 * @throws with instructions when there is none
 */
export function findBrowser(): string {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (isExecutable(given)) return given
    throw new Error(`CHROMIUM_PATH names ${given}, which is not executable.`)
  }
  const found = findCommand(COMMANDS) ?? [MAC_CHROME, chromium.executablePath()].find(isExecutable)
  if (found) return found
  throw new Error(
    'The browser tests need Chromium or Chrome. Install one (Debian: apt-get install chromium-headless-shell), run ' +
      '`npx playwright install chromium`, or set CHROMIUM_PATH to an installed browser.',
  )
}

/** Finds the first of some commands on the PATH. */
export function findCommand(commands: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => commands.map((command) => join(folder, command))).find(isExecutable)
}

/** Installs Debian's Chromium when none is found and no prompt is needed: on Debian, as root. */
export function installBrowserIfMissing(): void {
  try {
    findBrowser()
  } catch (error) {
    if (!canInstallPackages() || process.env.CHROMIUM_PATH) throw error
    console.log('No Chromium found: installing it from Debian.')
    installPackages(['chromium-headless-shell'])
    findBrowser()
  }
}
