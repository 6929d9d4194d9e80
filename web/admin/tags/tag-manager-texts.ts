import type { Tag } from '../../../contract/team/tags.ts'
import { countApplications } from '../applications/changes/change-texts.ts'

/** What is lost with a tag. */
export function describeDeletion({ name, applications }: Tag): string {
  if (applications === 0) return `No application has “${name}”. This cannot be undone.`
  const lose = applications === 1 ? 'loses' : 'lose'
  return `${countApplications(applications)} ${lose} “${name}”. The applications themselves stay. This cannot be undone.`
}

/** What becomes of the applications of a tag that is merged into another one. */
export function describeMerge({ name, applications }: Tag, into: Pick<Tag, 'name'>): string {
  const end = `“${name}” is deleted. This cannot be undone.`
  if (applications === 0) return `No application has “${name}”, and ${end}`
  const get = applications === 1 ? 'gets' : 'get'
  return `${countApplications(applications)} ${get} “${into.name}” instead, and ${end}`
}
