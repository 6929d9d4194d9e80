import { percent } from './scale.ts'

/** One level: its name, its value, and how full its bar is, from 0 to 1. */
export type Level = {
  name: string
  /** A number, or a number with its unit after a space. */
  value: string
  /** Quiet words beside the value. */
  note: string
  share: number
  /** Where the limit is marked, from 0 to 1. */
  limit?: number | undefined
}

/** Levels one below the other, in the manner of a tank gauge: amber only where the level is past its limit. */
export function LevelBars({ levels }: { levels: readonly Level[] }) {
  return (
    <dl className="grid grid-cols-[1fr_auto_auto_auto] gap-x-1.5 text-sm sm:grid-cols-[auto_1fr_auto_auto_auto] sm:gap-y-3">
      {levels.map((level) => (
        <LevelBar key={level.name} {...level} />
      ))}
    </dl>
  )
}

function LevelBar({ name, value, note, share, limit }: Level) {
  const [figure, unit] = value.split(' ')
  const isExceeded = limit !== undefined && share > limit
  return (
    <div className="col-span-full grid grid-cols-subgrid items-center gap-y-1.5 max-sm:pb-3">
      <dt className="font-semibold">{name}</dt>
      <dd aria-hidden="true" className="max-sm:order-last max-sm:col-span-full sm:mx-2">
        <svg className="block h-4 w-full overflow-visible" aria-hidden="true">
          <rect width="100%" height="100%" rx="2" className="fill-line/60" />
          <rect
            width={percent(share)}
            height="100%"
            rx="2"
            className={isExceeded ? 'fill-signal-amber' : 'fill-accent/75'}
          />
          {limit !== undefined && (
            <line x1={percent(limit)} x2={percent(limit)} y1="-3" y2="19" strokeWidth="2" className="stroke-ink" />
          )}
        </svg>
      </dd>
      <dd className={`col-span-2 grid grid-cols-subgrid ${isExceeded ? 'font-semibold text-signal-amber' : ''}`}>
        <span className="text-right font-mono tabular-nums">{figure}</span> <span>{unit}</span>
      </dd>
      <dd className="pl-2 text-right text-ink-muted tabular-nums">{note}</dd>
    </div>
  )
}
