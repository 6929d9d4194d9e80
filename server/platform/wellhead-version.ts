import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The version of the program. */
export function readVersion(): string {
  return JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8')).version
}
