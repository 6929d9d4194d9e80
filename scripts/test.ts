import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { installBrowserIfMissing } from './find-browser.ts'
import { installSwiftIfMissing } from './find-swift.ts'
import { installOptionalIfMissing } from './optional-programs.ts'

/**
 * `npm test`: all checks, then unit and API tests, then browser tests. With `--rest` it is `npm run test:all`: what
 * `npm test` leaves out. Stops at the first step with a fault, and says how long each command took.
 */

const BUILD = 'npm run --silent build -- --if-stale'

/** Commands of one step run side by side; those of later steps would take the cores from each other. */
const TEST = [
  [BUILD, 'npm run --silent check'],
  ['vitest run --project sqlite --project postgres --project apart'],
  ['playwright test --project main'],
]
const REST = [
  [BUILD, 'npm run --silent check:expressions -- --anew'],
  ['vitest run --project long --project postgres-long'],
  ['playwright test --project further'],
]

try {
  installBrowserIfMissing()
  installSwiftIfMissing()
  installOptionalIfMissing()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
const durations: string[] = []
for (const step of process.argv.includes('--rest') ? REST : TEST) {
  const results = await Promise.all(step.map(run))
  if (!results.every((passed) => passed)) process.exit(1)
}
console.log(`\n${durations.join('\n')}`)

/** @returns whether it ended with 0 */
async function run(line: string): Promise<boolean> {
  console.log(`> ${line}`)
  const begun = performance.now()
  const [command = '', ...args] = line.split(' ')
  const [code] = await once(spawn(command, args, { stdio: 'inherit' }), 'close')
  durations.push(`${Math.round((performance.now() - begun) / 1000)} s  ${line}`)
  return code === 0
}
