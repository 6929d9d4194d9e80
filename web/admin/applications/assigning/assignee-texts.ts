import type { MadeAssignment } from '../../../../contract/team/assignments.ts'
import type { ToastMessage } from '../../../ui/toast/toast-store.ts'
import { countApplications, describeRefusal, describeSome } from '../changes/change-texts.ts'

/** The first letters of the first and the last word of a name; of a single word, the first two. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.@_-]+/).filter(Boolean)
  const [first = name, last] = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = last === undefined ? Array.from(first).slice(0, 2) : [first, last].map((word) => Array.from(word)[0])
  return letters.join('').toUpperCase()
}

/** The toast of an assignment: whose it is now, and which applications were not changed, with the reason. */
export function describeAssignment(
  { changed, refused, unchanged }: MadeAssignment,
  person: string | undefined,
): ToastMessage {
  const why = refused.length > 0 ? `Not changed: ${describeSome(refused, (one) => reasonOf(one, person))}` : undefined
  const count = changed.length + unchanged.length
  if (count === 0) return { title: 'Assignment failed', description: why, tone: 'error' }
  return {
    title: person === undefined ? 'No longer assigned' : `Assigned to ${person}`,
    about: changed.length === 1 && count === 1 ? changed[0]?.name : countApplications(count),
    description: why,
    ...(why && { tone: 'error' }),
  }
}

/** Why an application was not assigned, as a sentence after its name. */
function reasonOf({ reason, stored }: MadeAssignment['refused'][number], person = 'nobody'): string {
  if (reason === 'not_a_viewer') return `cannot be seen by ${person}.`
  if (reason !== 'changed_meanwhile') return describeRefusal({ reason })
  return `was given to ${stored?.assignee?.name ?? 'nobody'} by another admin meanwhile.`
}
