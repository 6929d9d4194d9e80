import type { Bench } from './bench.ts'
import type { RunningInstallation } from './site/installations.ts'

/** What a hundred times as much stored may cost at most, as a factor. */
export const GROWTH_AIM = 1.3

/** A small and a large installation beside each other. */
export type Sites = { few: RunningInstallation; many: RunningInstallation }

/** The two sizes in words. */
export function sizesOf({ sizes }: Bench): string {
  return `${sizes.many} stored against ${sizes.few}`
}
