import { InstrumentBubble } from '../../layout/instrument-bubble.tsx'
import { Valve } from './drawing-parts.tsx'

/** A tank without anything in it, 200 by 120 units: its line is open, and its level reads zero. */
export function EmptyTankDrawing() {
  return (
    <svg
      viewBox="0 0 200 120"
      aria-hidden="true"
      className="h-auto w-full max-w-52 fill-none stroke-ink"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M4 112H196" className="stroke-line" />
      <path d="M4 92H84" />
      <Valve x={40} y={92} />
      <path d="M84 112V48L124 36L164 48V112Z" className="fill-panel" />
      <path d="M84 48H164M154 60H164M158 72H164M154 84H164M158 96H164" strokeWidth={1.25} />
      <path d="M88 108H160" strokeWidth={1.25} strokeDasharray="4 4" className="stroke-signal-amber" />
      <path d="M124 36V32" />
      <path d="M84 62H66" strokeWidth={1.5} strokeDasharray="5 5" strokeLinecap="butt" className="stroke-ink-muted" />
      <InstrumentBubble tag="LT-000" x={44} y={62} r={20} />
    </svg>
  )
}
