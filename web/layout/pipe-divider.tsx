import { InstrumentBubble } from './instrument-bubble.tsx'

/** Width of the pipe after the instruments, by their column of the 12-column grid. */
const REST = { 3: 'w-9/12', 5: 'w-7/12', 7: 'w-5/12', 9: 'w-3/12', 11: 'w-1/12' }

/** What a divider takes. */
export type PipeDividerProps = {
  /** The instrument on the pipe, such as `FT-110`; none without. */
  tag?: string
  /** The grid column of valve and instrument, of twelve. */
  at?: keyof typeof REST
}

/** A section divider: a thin pipe across the container, with a valve and perhaps an instrument on it. */
export function PipeDivider({ tag, at = 11 }: PipeDividerProps) {
  return (
    <div aria-hidden="true" className="flex h-10 items-center">
      <span className="h-4 border-line border-l-2" />
      <span className="h-1.5 flex-1 border-line border-y-2" />
      <svg
        viewBox="0 0 26 32"
        aria-hidden="true"
        className="h-8 w-6.5 shrink-0 fill-none stroke-ink-muted"
        strokeWidth={2}
        strokeLinejoin="round"
      >
        <path d="M1 9.5V22.5L25 9.5V22.5ZM13 16V4M7 4H19" className="fill-panel" />
      </svg>
      {tag && (
        <>
          <span className="h-1.5 w-10 shrink-0 border-line border-y-2" />
          <svg
            viewBox="0 0 40 40"
            aria-hidden="true"
            className="size-10 shrink-0 fill-none stroke-ink-muted"
            strokeWidth={2}
          >
            <InstrumentBubble tag={tag} x={20} y={20} r={19} />
          </svg>
        </>
      )}
      <span className={`h-1.5 border-line border-y-2 ${REST[at]}`} />
      <span className="h-4 border-line border-l-2" />
    </div>
  )
}
