import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fixture } from '../factories.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')

/** The sample files of one kind, by their path among the fixtures. */
export function samplesOf(ending: '.doc' | '.docx'): string[] {
  return readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending))
}

/** The text of a sample as it is stored. */
export function textOfSample(sample: string): string {
  return fixture(`${sample}.txt`).toString().trimEnd()
}
