import type { Feature } from '../feature.ts'

/** The audit trail. */
export const audit = {
  name: 'audit',
} satisfies Feature
