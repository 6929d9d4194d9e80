import type { Feature } from '../feature.ts'
import { mirroringLedger } from './mirror-ledger.ts'

/** The ledger of erasures, which outlives a restore. */
export const erasureLedger = {
  name: 'erasure-ledger',
  every: [mirroringLedger],
} satisfies Feature
