import { isDatabaseUnavailable } from '../../platform/database/constraints.ts'
import type { Feature } from '../feature.ts'

/** The signed proofs that applicants keep. */
export const receipts = {
  name: 'receipts',
  onStart: async ({ receipts, db, log }) => {
    await receipts.prepare(db).catch((error) => {
      if (!isDatabaseUnavailable(error)) throw error
      log.warn({ err: error }, 'keys of receipts not read at the start')
    })
  },
} satisfies Feature
