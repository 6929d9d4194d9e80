import { percent, topOf } from './scale.ts'

/** One bar: the name of its week, its count, and what a pointer over it reads. */
type WeekBar = { key: string; name: string; count: number; title: string }

type WeekBarsProps = {
  bars: readonly WeekBar[]
  /** What a screen reader says instead of the drawing. */
  label: string
}

const PLOT = { top: 8, height: 160 }
const HEIGHT = PLOT.top + PLOT.height + 28
const BAR_SHARE = 0.68
const MOST_NAMES = 4

/** One bar a week over a line at zero; the last week, which is not over, is drawn in outline. */
export function WeekBars({ bars, label }: WeekBarsProps) {
  const top = topOf(Math.max(0, ...bars.map(({ count }) => count)))
  const ticks = top === 1 ? [0, 1] : [0, top / 2, top]
  return (
    <div role="img" aria-label={label} className="flex font-mono text-sm tabular-nums">
      <svg aria-hidden="true" className="w-10 shrink-0 overflow-visible fill-ink-muted" height={HEIGHT}>
        {ticks.map((tick) => (
          <text key={tick} x="75%" y={yOf(tick / top)} textAnchor="end" dominantBaseline="central">
            {tick}
          </text>
        ))}
      </svg>
      <svg aria-hidden="true" className="min-w-0 grow overflow-visible" width="100%" height={HEIGHT}>
        {ticks.map((tick) => (
          <line key={tick} x2="100%" y1={yOf(tick / top)} y2={yOf(tick / top)} className="stroke-line" />
        ))}
        {bars.map((bar, index) => (
          <Bar key={bar.key} bar={bar} share={bar.count / top} index={index} count={bars.length} />
        ))}
        <Names bars={bars} />
      </svg>
    </div>
  )
}

type BarProps = { bar: WeekBar; share: number; index: number; count: number }

function Bar({ bar, share, index, count }: BarProps) {
  const isLast = index === count - 1
  return (
    <rect
      x={percent((index + (1 - BAR_SHARE) / 2) / count)}
      width={percent(BAR_SHARE / count)}
      y={yOf(share)}
      height={share * PLOT.height}
      className={isLast ? 'fill-accent/25 stroke-accent' : 'fill-accent/75'}
    >
      <title>{bar.title}</title>
    </rect>
  )
}

/** The names of as many weeks as fit on a phone, from the first one on. */
function Names({ bars }: Pick<WeekBarsProps, 'bars'>) {
  const step = Math.ceil(bars.length / MOST_NAMES)
  return bars.map(({ key, name }, index) => {
    if (index % step !== 0) return null
    return (
      <text
        key={key}
        x={percent((index + (1 - BAR_SHARE) / 2) / bars.length)}
        y={HEIGHT - 6}
        className="fill-ink-muted"
      >
        {name}
      </text>
    )
  })
}

function yOf(share: number): number {
  return PLOT.top + (1 - share) * PLOT.height
}
