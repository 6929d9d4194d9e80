import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Expression, ExpressionFault } from './regular-expressions.ts'

/** The proofs of regular expressions that earlier runs have found. */
export type Proofs = {
  /** @returns the fault, where neither an earlier run nor `attempt` has a proof */
  prove(expression: Expression, attempt: () => ExpressionFault | undefined): ExpressionFault | undefined
  /** How many expressions had no earlier proof. */
  provedNow(): number
  save(): void
}

/** What a proof depends on besides its expression: another version of the prover, or another question, proves anew. */
const PROVER = ['package-lock.json', 'scripts/regular-expressions.ts'].map((file) =>
  readFileSync(resolve(import.meta.dirname, '..', file)),
)

/**
 * Opens the proofs that a file holds.
 * @param isAnew whether to begin without any
 */
export function openProofs(file: string, isAnew: boolean): Proofs {
  const known = new Set(isAnew ? [] : readHashes(file))
  const used = new Set<string>()
  let proved = 0
  return {
    prove: (expression, attempt) => {
      const hash = hashOf(expression)
      if (!known.has(hash) && !used.has(hash)) {
        proved += 1
        const fault = attempt()
        if (fault) return fault
      }
      used.add(hash)
      return undefined
    },
    provedNow: () => proved,
    save: () => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify([...used]))
    },
  }
}

function readHashes(file: string): string[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
}

function hashOf({ pattern, flags }: Expression): string {
  const hash = createHash('sha256')
  for (const part of PROVER) hash.update(part)
  return hash.update(`/${pattern}/${flags}`).digest('hex')
}
