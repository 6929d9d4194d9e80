import { execFile } from 'node:child_process'

/** Checks style, types, dead code, walls and regular expressions side by side. Prints the output of one after the other. */

// Types are checked in one thread: each further thread would parse the same libraries again, which triples the work.
const CHECKS = ['check:style', 'check:types', 'check:unused', 'check:walls', 'check:expressions']

const results = CHECKS.map((check) => run(check))
for (const [index, result] of results.entries()) {
  const { passed, output } = await result
  console.log(`> ${CHECKS[index]}`)
  if (output) console.log(output)
  if (!passed) process.exitCode = 1
}

/** Runs a script of `package.json` and collects its output. */
function run(script: string): Promise<{ passed: boolean; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ passed: boolean; output: string }>()
  const options = { maxBuffer: Number.POSITIVE_INFINITY }
  execFile(process.execPath, ['--run', script], options, (error, stdout, stderr) => {
    const fault = typeof error?.code === 'string' ? error.message : ''
    resolve({ passed: !error, output: `${stdout}${stderr}${fault}`.trim() })
  })
  return promise
}
