import { InstrumentBubble } from '../../layout/instrument-bubble.tsx'
import { Valve } from './drawing-parts.tsx'

/** A message line that ends in the open, 400 by 120 units: its message has stopped before the gap, and nothing arrives. */
export function BrokenLineDrawing() {
  return (
    <svg
      viewBox="0 0 400 120"
      aria-hidden="true"
      className="h-auto w-full max-w-130 fill-none stroke-ink"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M8 112H392" className="stroke-line" />
      <path d="M12 88H112Q124 88 124 76V52Q124 40 136 40H184L190 34V46L196 40" className="stroke-accent" />
      <path d="M150 40H160" strokeWidth={6} className="stroke-accent" />
      <path d="M262 40 256 46V34L250 40M262 40H296Q308 40 308 52V56" className="stroke-ink-muted" />
      <path d="M204 40H242" strokeDasharray="2 8" className="stroke-signal-amber" />
      <Valve x={66} y={88} />
      <InstrumentBubble tag="PT-404" x={223} y={84} r={22} />
      <path d="M223 62V48" strokeWidth={1.5} strokeDasharray="4 4" className="stroke-ink-muted" />
      <path d="M276 112V72L308 58 340 72V112M276 72H340" />
      <path d="M330 84H340M334 96H340" strokeWidth={1.25} />
    </svg>
  )
}
