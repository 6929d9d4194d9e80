import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { openProofs } from './proofs.ts'
import { faultOf, findExpressions } from './regular-expressions.ts'

/**
 * Proves that every regular expression of the product takes linear time on any text. Prints those that may not. What was
 * proved before is not proved again, except with `--anew`.
 */

const SOURCES = '{contract,server,web}/**/*.{ts,tsx}'
const PROOFS = resolve(import.meta.dirname, '../node_modules/.cache/wellhead/proofs.json')

const files = globSync(SOURCES).filter((file) => !/\.test\.tsx?$/.test(file))
const found = files.toSorted().map((file) => findExpressions(file, readFileSync(file, 'utf8')))

const proofs = openProofs(PROOFS, process.argv.includes('--anew'))
const expressions = found.flatMap((one) => one.expressions)
const faults = [
  ...found.flatMap((one) => one.faults),
  ...expressions.flatMap((one) => proofs.prove(one, () => faultOf(one)) ?? []),
]
proofs.save()
for (const { file, line, message } of faults) console.log(`${file}:${line} ${message}`)
if (expressions.length === 0) console.log('No regular expression was found: their finder is broken.')
if (faults.length > 0 || expressions.length === 0) process.exitCode = 1
else console.log(`Proved ${expressions.length} regular expressions linear, ${proofs.provedNow()} of them now.`)
