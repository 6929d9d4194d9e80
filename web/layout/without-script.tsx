import type { ReactNode } from 'react'
import { usePageData } from './page-data-context.ts'

/** Says to a browser without JavaScript why a page does nothing, and whom to write to instead. */
export function WithoutScript({ children }: { children: ReactNode }) {
  const { company } = usePageData()
  return (
    <noscript>
      <p className="measure border-signal-amber border-l-4 pl-4">
        {children} Switch it on, or write to <a href={`mailto:${company.email}`}>{company.email}</a> and we will help
        you.
      </p>
    </noscript>
  )
}
