import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { LoadFailureBoundary } from '../../layout/load-failure-boundary.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useKeptPlace } from '../applications/assigning/use-kept-place.ts'
import type { TagFilterProps } from './tag-select.tsx'
import { tagsQuery } from './tags-api.ts'

/** Loads only where there are tags. */
const Select = lazyPart(async () => (await import('./tag-select.tsx')).TagSelect)

const PLACE = <div className="tag-filter" />

/** The filter of the list by tags. Nothing where there are no tags. */
export function TagFilter(props: TagFilterProps) {
  const { token } = useAuth()
  const { data: tags } = useQuery(tagsQuery(token))
  const isOffered = useKeptPlace('tagFilter', tags && tags.length > 0)
  const [isShown, setShown] = useState(false)
  // It stays when the last tag is deleted in the dialog that it has opened.
  if (!isShown && (tags?.length || props.tags !== '')) setShown(true)
  if (!isShown) return isOffered ? PLACE : null
  return (
    <LoadFailureBoundary>
      <Suspense fallback={PLACE}>
        <Select.View {...props} />
      </Suspense>
    </LoadFailureBoundary>
  )
}
