import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { canInstallPackages, installPackages } from './debian-package.ts'
import { isExecutable } from './is-executable.ts'

/** The same browser without a window comes first: the tests take a third less time in it. */
const COMMANDS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * Finds a Chromium for the browser tests: `CHROMIUM_PATH`, one of the system, or one that Playwright has.
 * @throws saying what to do when there is none
 */
export function findBrowser(): string {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (isExecutable(given)) return given
    throw new Error(`CHROMIUM_PATH names ${given}, which cannot be run.`)
  }
  const found = findCommand(COMMANDS) ?? [MAC_CHROME, chromium.executablePath()].find(isExecutable)
  if (found) return found
  throw new Error(
    'The browser tests need Chromium or Chrome. Install one (Debian: apt-get install chromium-headless-shell), run ' +
      '`npx playwright install chromium`, or set CHROMIUM_PATH to a browser that is already here.',
  )
}

/** Where one of some commands is on the path; the folder that comes first counts. */
export function findCommand(commands: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => commands.map((command) => join(folder, command))).find(isExecutable)
}

/** Installs Debian's Chromium where none is found and that is possible without asking: on Debian, as root. */
export function installBrowserIfMissing(): void {
  try {
    findBrowser()
  } catch (error) {
    if (!canInstallPackages() || process.env.CHROMIUM_PATH) throw error
    console.log('No Chromium found: installing the one of Debian.')
    installPackages(['chromium-headless-shell'])
    findBrowser()
  }
}
