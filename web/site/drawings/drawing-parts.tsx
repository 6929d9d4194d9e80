import type { ReactNode } from 'react'

/** The frame of a card drawing: 320 by 180 units, as wide as its container, hidden from assistive technology. */
export function CardDrawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 320 180"
      aria-hidden="true"
      className="drawing-card h-auto w-full fill-none stroke-ink"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

/**
 * An electrical signal from an instrument: a dashed line along the path `d`, with a reading travelling on it. Where the
 * way ends on a line already drawn, `branch` is the part to dash: dashes drawn twice would fill each other's gaps.
 */
export function SignalLine({ d, branch = d }: { d: string; branch?: string }) {
  return (
    <>
      <path d={branch} strokeWidth={1.5} strokeDasharray="5 5" strokeLinecap="butt" className="stroke-ink-muted" />
      <path d={d} className="drawing-reading stroke-accent" />
    </>
  )
}

/** A message line along the path `d`, with pulses travelling from its first point to its last. */
export function MessageLine({ d }: { d: string }) {
  return (
    <>
      <path d={d} className="stroke-accent" />
      <path d={d} className="drawing-message stroke-accent" />
    </>
  )
}

/** A hand valve on a horizontal pipe, its centre at `x`, `y`. */
export function Valve({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M-10-6V6L10-6V6Z" className="fill-panel" />
      <path d="M0 0V-11M-6-11H6" />
    </g>
  )
}

/** A status light that blinks slowly. */
export function StatusLight({ x, y, r }: { x: number; y: number; r: number }) {
  return <circle cx={x} cy={y} r={r} className="drawing-light fill-signal-green stroke-none" />
}

/** The liquid in an upright tank, from `x`, `y` (top of the shell) down; the level breathes around two fifths. */
export function TankLevel({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const surface = height * 0.42
  return (
    <svg x={x} y={y} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <g className="drawing-level">
        <path d={`M0 ${surface}H${width}V${height * 1.2}H0Z`} className="fill-accent/15 stroke-none" />
        <path d={`M0 ${surface}H${width}`} className="stroke-accent" />
      </g>
    </svg>
  )
}
