import { spawnSync } from 'node:child_process'
import { installBrowserIfMissing } from './find-browser.ts'
import { installSwiftIfMissing } from './find-swift.ts'
import { installOptionalIfMissing } from './optional-programs.ts'

/**
 * `npm test`: all checks, then unit and API tests, then browser tests. With `--rest` it is `npm run test:all`: what
 * `npm test` leaves out. Stops at the first fault, and says how long each step took.
 */

const build = 'npm run --silent build -- --if-stale'
const TEST = [
  'npm run --silent check',
  build,
  'vitest run --project sqlite --project postgres --project apart',
  'playwright test --project main',
]
const REST = [
  'npm run --silent check:expressions -- --anew',
  build,
  'vitest run --project long --project postgres-long',
  'playwright test --project further',
]

try {
  installBrowserIfMissing()
  installSwiftIfMissing()
  installOptionalIfMissing()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
for (const step of process.argv.includes('--rest') ? REST : TEST) {
  console.log(`\n> ${step}`)
  const begun = performance.now()
  const [command = '', ...args] = step.split(' ')
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  console.log(`> ${step}: ${status === 0 ? '' : 'failed after '}${Math.round((performance.now() - begun) / 1000)} s`)
  if (status !== 0) process.exit(status ?? 1)
}
