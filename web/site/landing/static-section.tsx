import { memo, Suspense } from 'react'
import type { LazyPart } from '../../ui/lazy-part.tsx'

/** Shows a section of `static-sections.ts`. Memoized: a changed prop would make React drop the server's markup. */
export const Static = memo(function Static({ part: { View } }: { part: LazyPart<object> }) {
  return (
    <Suspense>
      <View />
    </Suspense>
  )
})
