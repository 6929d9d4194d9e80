import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { Application } from '../../../contract/applications/application.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { TAG } from '../../../contract/wire/limits.ts'
import { useAuth } from '../../session/use-auth.ts'
import { useMay } from '../../session/use-may.ts'
import { useKeepFocus } from '../../ui/focus/keep-focus.ts'
import { TagBox } from './tag-box.tsx'
import { TagChip } from './tag-chip.tsx'
import { tagsQuery } from './tags-api.ts'
import { useTagManager } from './use-tag-manager.tsx'
import { useTagging } from './use-tagging.ts'

/** The tags of an application: put on while typing, taken off by their cross. */
export function ApplicationTags({ application }: { application: Application }) {
  const { token } = useAuth()
  const may = useMay()
  const { data: tags = [] } = useQuery(tagsQuery(token))
  const { write } = useTagging()
  const manager = useTagManager()
  const box = useKeepFocus<HTMLDivElement>()
  const { tagIds, jobId, quarantined } = application
  const own = tags.filter(({ id }) => tagIds.includes(id))
  const changes = may(APPLICATIONS.tag, jobId) && !quarantined
  const applications = [application]
  return (
    <div ref={box} className="flex flex-wrap items-center gap-1.5">
      {own.map((tag) => (
        <TagChip key={tag.id} tag={tag}>
          {changes && (
            <button
              type="button"
              className="tag-remove print:hidden"
              aria-label={`Take off ${tag.name}`}
              onClick={() => write({ applications, take: [tag] })}
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          )}
        </TagChip>
      ))}
      {!changes && own.length === 0 && 'None'}
      {changes && own.length < TAG.mostOfApplication && (
        <div className="print:hidden contents">
          <TagBox
            label="Add a tag"
            tags={tags}
            without={tagIds}
            onMake={may(APPLICATIONS.defineTags) ? (made) => write({ applications, made }) : undefined}
            onManage={manager.open}
            onChoose={(tag) => write({ applications, put: [tag] })}
          />
        </div>
      )}
      {manager.dialog}
    </div>
  )
}
