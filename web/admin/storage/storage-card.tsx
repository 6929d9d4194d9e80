import { type ReactNode, useId } from 'react'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

type StorageCardProps = {
  title: string
  state?: { word: string; tone: BadgeTone }
  children: ReactNode
  className?: string
}

/** One kind of storage with its state. */
export function StorageCard({ title, state, children, className = '' }: StorageCardProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className={`grid content-start gap-4 rounded-md border border-line bg-panel p-4 md:p-5 ${className}`}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-base">
          {title}
        </h2>
        {state && (
          <span role="status">
            <Badge tone={state.tone}>{state.word}</Badge>
          </span>
        )}
      </div>
      {children}
    </section>
  )
}
