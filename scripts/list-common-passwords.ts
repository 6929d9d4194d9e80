import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { MINIMUM } from '../contract/wire/limits.ts'

/**
 * Makes the list of refused passwords from a list that is ranked by frequency, one password a line:
 * `node scripts/list-common-passwords.ts 10-million-password-list-top-1000000.txt` (`docs/decisions/0039`). The length
 * rule refuses short ones, so the list holds the most common of the others, in lower case.
 */

const LENGTH = 10_000
const list = resolve(import.meta.dirname, '../server/features/accounts/passwords/common-passwords.txt.gz')

const [ranked] = process.argv.slice(2)
if (!ranked) throw new Error('Name the file with the ranked list.')
const long = readFileSync(ranked, 'utf8')
  .split(/\r?\n/)
  .map((line) => line.toLowerCase())
  .filter((password) => password.length >= MINIMUM.newPassword)
const commonest = [...new Set(long)].slice(0, LENGTH).toSorted()
writeFileSync(list, gzipSync(`${commonest.join('\n')}\n`, { level: 9 }))
console.log(`${commonest.length} passwords in ${list}`)
