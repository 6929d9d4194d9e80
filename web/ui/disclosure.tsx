import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

type DisclosureProps = {
  title: string
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  className?: string
  children: ReactNode
}

/** A section under a line that opens and closes it; what is closed is not rendered. */
export function Disclosure({ title, isOpen, onToggle, className = '', children }: DisclosureProps) {
  return (
    <details
      aria-label={title}
      className={`group border-line border-t ${className}`}
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 hover:text-accent [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
        <h3 className="text-base">{title}</h3>
      </summary>
      {isOpen && children}
    </details>
  )
}
