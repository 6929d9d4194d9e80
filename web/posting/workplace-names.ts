import type { Workplace } from '../../contract/vocabulary.ts'

/** Where the work is done, in words. */
export const WORKPLACE_NAMES: Record<Workplace, string> = { on_site: 'On site', hybrid: 'Hybrid', remote: 'Remote' }
