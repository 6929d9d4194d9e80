import { globSync, readFileSync } from 'node:fs'
import { faultOf, findExpressions } from './regular-expressions.ts'

/** Proves that every regular expression of the product takes linear time on any text. Prints those that may not. */

const SOURCES = '{contract,server,web}/**/*.{ts,tsx}'
const files = globSync(SOURCES).filter((file) => !/\.test\.tsx?$/.test(file))
const found = files.toSorted().map((file) => findExpressions(file, readFileSync(file, 'utf8')))

const expressions = found.flatMap((one) => one.expressions)
const faults = [...found.flatMap((one) => one.faults), ...expressions.flatMap((one) => faultOf(one) ?? [])]
for (const { file, line, message } of faults) console.log(`${file}:${line} ${message}`)
if (faults.length > 0) process.exitCode = 1
else console.log(`Proved ${expressions.length} regular expressions linear.`)
