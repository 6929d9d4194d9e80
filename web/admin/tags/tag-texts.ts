import type { Tag, Tagged } from '../../../contract/team/tags.ts'
import { TAG } from '../../../contract/wire/limits.ts'
import type { ToastMessage } from '../../ui/toast/toast-store.ts'
import { countApplications, describeRefusal, describeSome } from '../applications/changes/change-texts.ts'

/** The toast after tags were put on applications or taken off, and why some were not changed. */
export function describeTagged(
  { changed, unchanged, refused }: Tagged,
  { put, take }: Record<'put' | 'take', readonly Pick<Tag, 'name'>[]>,
): ToastMessage {
  const why = refused.length > 0 ? `Not changed: ${describeSome(refused, reasonOf)}` : undefined
  const count = changed.length + unchanged.length
  if (count === 0) return { title: 'Tags not changed', description: why, tone: 'error' }
  const names = (tags: readonly Pick<Tag, 'name'>[]) => tags.map(({ name }) => name).join(', ')
  const parts = [put.length > 0 && `Tagged ${names(put)}`, take.length > 0 && `${names(take)} taken off`]
  return {
    title: parts.filter(Boolean).join('; '),
    about: count === 1 && changed[0] ? changed[0].name : countApplications(count),
    description: why,
    ...(why && { tone: 'error' }),
  }
}

function reasonOf({ reason }: Tagged['refused'][number]): string {
  return reason === 'too_many_tags' ? `has ${TAG.mostOfApplication} tags already.` : describeRefusal({ reason })
}
