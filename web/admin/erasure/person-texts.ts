import type { Person } from '../../../contract/personal-data/person-erasure.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import { formatCount } from '../../ui/text/format-count.ts'

type OfPerson = Person['applications'][number]

/** What is counted beside the applications, one word for each and several. */
const COUNTED = {
  files: ['file', 'files'],
  messages: ['message', 'messages'],
  comments: ['comment', 'comments'],
  scorecards: ['scorecard', 'scorecards'],
  interviews: ['interview', 'interviews'],
  jobAlerts: ['job alert', 'job alerts'],
} as const satisfies Record<keyof Person['counts'], readonly [string, string]>

/** What goes beside the applications: `2 files, 1 message`. Empty where there is nothing else. */
export function describeCounts(counts: Person['counts']): string {
  const parts = Object.entries(COUNTED).flatMap(([name, [one, several]]) => {
    const count = counts[name as keyof typeof COUNTED]
    return count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : several}`]
  })
  return parts.join(', ')
}

/** The posting of an application, as the list of what goes names it. */
export function titleOf({ jobId, jobTitle }: Pick<OfPerson, 'jobId' | 'jobTitle'>): string {
  return jobTitle ?? (jobId === null ? 'General Application' : 'Unknown Position')
}

/** Where an application is that the working lists do not show; empty for any other. */
export function whereOf({ isErasing, setAside, quarantined, archived }: OfPerson): string {
  if (isErasing) return 'being erased'
  if (setAside) return 'set aside'
  if (quarantined) return 'in quarantine'
  return archived ? 'archived' : ''
}

/** Whether what was typed names the person, or one of the applications, in any case of letters. */
export function isConfirmed(typed: string, name: string, id: number): boolean {
  const plain = (text: string) => text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
  return [plain(name), plain(formatReference('APP', id))].includes(plain(typed))
}
