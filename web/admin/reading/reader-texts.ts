import type { Readers } from '../../../contract/team/reading.ts'

/** Such as `Priya and Tom are reading this too`; empty for nobody. The server names one that would be the only other. */
export function describeReaders({ names, others }: Pick<Readers, 'names' | 'others'>): string {
  const all = others === 0 ? names : [...names, `${others} others`]
  const last = all.at(-1)
  if (last === undefined) return ''
  if (all.length === 1) return `${last} is reading this too`
  return `${all.slice(0, -1).join(', ')} and ${last} are reading this too`
}
