import { spawnSync } from 'node:child_process'
import { installBrowserIfMissing } from './find-browser.ts'
import { installSwiftIfMissing } from './find-swift.ts'
import { installOptionalIfMissing } from './optional-programs.ts'

/** Runs all checks: style, types and dead code, then unit and API tests, then browser tests. Stops at the first fault. */

const STEPS = [
  ['npm', 'run', '--silent', 'check'],
  ['npm', 'run', '--silent', 'build', '--', '--if-stale'],
  ['vitest', 'run'],
  ['playwright', 'test'],
]

try {
  installBrowserIfMissing()
  installSwiftIfMissing()
  installOptionalIfMissing()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
for (const [command = '', ...args] of STEPS) {
  console.log(`\n> ${command} ${args.join(' ')}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
