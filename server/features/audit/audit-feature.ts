import type { Feature } from '../feature.ts'
import { sealingTrail } from './seal-trail.ts'

/** The audit trail, and the chain that shows whether it was changed. */
export const audit = {
  name: 'audit',
  every: [sealingTrail],
} satisfies Feature
