import { InstrumentBubble } from '../../../layout/instrument-bubble.tsx'
import { Valve } from '../../drawings/drawing-parts.tsx'

const LINE = 'M72 96H136Q148 96 148 84V40Q148 28 160 28H301Q313 28 313 40V46'

/** The moment of arrival, 400 by 144 units: the resume travels along the line, the tank rises, and the reference is stamped. */
export function ConfirmationDrawing({ reference }: { reference: string }) {
  return (
    <svg
      viewBox="0 0 400 144"
      aria-hidden="true"
      className="h-auto w-full max-w-130 fill-none stroke-ink"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M8 136H392" className="stroke-line" />
      <Resume />
      <path d={LINE} className="stroke-accent" />
      <path d={LINE} pathLength={100} className="confirmation-message stroke-accent" />
      <Valve x={108} y={96} />
      <path d="M206 28V50" />
      <InstrumentBubble tag="FT-110" x={206} y={72} r={22} />
      <Tank />
      <g className="confirmation-stamp">
        <rect
          x={-54}
          y={-17}
          width={108}
          height={34}
          rx={4}
          strokeWidth={2.25}
          className="fill-panel stroke-signal-green"
        />
        <text y={6} fontSize={17} textAnchor="middle" className="fill-signal-green stroke-none font-mono font-semibold">
          {reference}
        </text>
      </g>
    </svg>
  )
}

function Resume() {
  return (
    <g>
      <path d="M24 64H58L72 78V128H24Z" className="fill-panel" />
      <path d="M58 64V78H72" />
      <path d="M33 78H47M33 92H62M33 102H62M33 112H54" strokeWidth={1.25} />
    </g>
  )
}

function Tank() {
  return (
    <g>
      <path d="M250 136V62L313 46L376 62V136Z" className="fill-panel stroke-none" />
      <svg x={251} y={62} width={124} height={73} viewBox="0 0 124 73" aria-hidden="true">
        <g className="confirmation-level">
          <path d="M0 18H124V110H0Z" className="fill-accent/15 stroke-none" />
          <path d="M0 18H124" className="stroke-accent" />
        </g>
      </svg>
      <path d="M250 136V62L313 46L376 62V136M250 62H376" />
      <path d="M366 76H376M370 90H376M366 104H376M370 118H376" strokeWidth={1.25} />
    </g>
  )
}
