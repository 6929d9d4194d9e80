import { InstrumentBubble } from './drawing-parts.tsx'

/** A section divider: a thin pipe across the container, with an instrument on it when given a `tag` such as `FT-110`. */
export function PipeDivider({ tag }: { tag?: string }) {
  return (
    <div aria-hidden="true" className="flex h-10 items-center">
      <span className="h-4 border-line border-l-2" />
      <span className="h-1.5 flex-1 border-line border-y-2" />
      <svg
        viewBox="0 0 26 32"
        aria-hidden="true"
        className="h-8 w-6.5 fill-none stroke-ink-muted"
        strokeWidth={2}
        strokeLinejoin="round"
      >
        <path d="M1 9.5V22.5L25 9.5V22.5ZM13 16V4M7 4H19" className="fill-panel" />
      </svg>
      {tag && (
        <>
          <span className="h-1.5 w-10 border-line border-y-2" />
          <svg viewBox="0 0 40 40" aria-hidden="true" className="size-10 fill-none stroke-ink-muted" strokeWidth={2}>
            <InstrumentBubble tag={tag} x={20} y={20} r={19} />
          </svg>
        </>
      )}
      <span className="h-1.5 w-1/12 border-line border-y-2" />
      <span className="h-4 border-line border-l-2" />
    </div>
  )
}
