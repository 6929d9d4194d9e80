import type { ReactNode } from 'react'

/** Its label may be left out under a heading. */
type StepListProps = { steps: readonly ReactNode[]; label?: string; className?: string }

/** Numbered steps along a line. */
export function StepList({ steps, label, className = '' }: StepListProps) {
  return (
    <ol aria-label={label} className={`grid list-none p-0 ${className}`}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same words, and their order is fixed
        <li key={index} className="group grid grid-cols-[1.5rem_1fr] gap-x-3 md:gap-x-4">
          <span aria-hidden="true" className="flex flex-col items-center">
            <span className="grid size-6 place-items-center rounded-full border border-accent font-mono text-accent text-sm">
              {index + 1}
            </span>
            <span className="w-px flex-1 bg-line group-last:hidden" />
          </span>
          <span className="min-w-0 pt-0.5 pb-2.5 wrap-anywhere group-last:pb-0 md:pt-0 md:pb-5">
            <bdi>{step}</bdi>
          </span>
        </li>
      ))}
    </ol>
  )
}
