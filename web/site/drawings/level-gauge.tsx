import { InstrumentBubble } from '../../layout/instrument-bubble.tsx'

/** Top and height of the scale, and the highest level, which is past it. In drawing units. */
const SCALE = { top: 34, height: 84, bottom: 118 }
const MOST_LEVEL = 96
/** More marks than this would be a grey bar. */
const MOST_MARKS = 15

/** What {@link LevelGauge} draws: days gone, days promised, and how it stands; and what its instrument is called, if not by the day. */
export type LevelGaugeProps = { day: number; days: number; state: 'running' | 'passed' | 'answered'; tag?: string }

const LIQUID = {
  running: { fill: 'fill-accent/15', line: 'stroke-accent' },
  answered: { fill: 'fill-signal-green/15', line: 'stroke-signal-green' },
  passed: { fill: 'fill-signal-amber/20', line: 'stroke-signal-amber' },
}

/**
 * A tank with a sight glass, 184 by 136 units, whose level is the days gone of the days promised: the scale has a mark for
 * each day, the promised one is the upper mark. Past it the tank is hatched and its instrument is the high alarm (ISA-5.1).
 */
export function LevelGauge({ day, days, state, tag }: LevelGaugeProps) {
  const level = Math.min(MOST_LEVEL, (SCALE.height * day) / days)
  const surface = SCALE.bottom - level
  const { fill, line } = LIQUID[state]
  const ofDay = `${state === 'passed' ? 'LAH' : 'LI'}-${String(day).padStart(2, '0')}`
  return (
    <svg
      viewBox="0 0 184 136"
      aria-hidden="true"
      data-state={state}
      className="h-auto w-46 fill-none stroke-ink max-sm:w-38"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M4 130H132" className="stroke-line" />
      <path d="M26 130V118M66 130V118" />
      <path d="M16 26V118H76V26Q76 14 46 14Q16 14 16 26Z" className="fill-panel" />
      <g className="level-gauge">
        <path d={`M16.9 ${surface}H75.1V117.1H16.9Z`} className={`${fill} stroke-none`} />
        <path d={`M92 ${surface}V118`} strokeWidth={5} strokeLinecap="butt" className={line} />
        {level > 0 && <path d={`M16.9 ${surface}H75.1`} className={line} />}
        {state === 'passed' && <Hatching />}
      </g>
      <path d="M76 122H92V26H76M88 34V114M96 34V114" strokeWidth={1.25} />
      <Marks days={days} />
      <path d="M16 34H24M68 34H76" className="stroke-ink-muted" />
      <path
        d={`M98 ${surface}H120V72H134`}
        strokeWidth={1.5}
        strokeDasharray="5 5"
        strokeLinecap="butt"
        className="stroke-ink-muted"
      />
      <g className={state === 'passed' ? 'stroke-signal-amber' : ''}>
        <InstrumentBubble tag={tag ?? ofDay} x={156} y={72} r={22} />
      </g>
    </svg>
  )
}

/** A mark for each day where there is room, otherwise for every so many; the promised day is the longest one. */
function Marks({ days }: { days: number }) {
  const step = Math.ceil(days / MOST_MARKS)
  const marks = Array.from({ length: Math.floor(days / step) + 1 }, (_, index) => index * step)
  const heightOf = (day: number) => SCALE.bottom - (SCALE.height * day) / days
  return (
    <>
      <path
        d={marks.map((day) => `M100 ${heightOf(day)}h4`).join('')}
        strokeWidth={1.25}
        className="stroke-ink-muted"
      />
      <path d={`M100 ${SCALE.top}h12`} strokeWidth={2.25} />
    </>
  )
}

/** Not by colour alone: a level past its mark is hatched. */
function Hatching() {
  return (
    <path
      d="M20 52L36 34M20 76L58 34M20 100L74 40M30 114L74 64M52 114L74 88"
      strokeWidth={1}
      className="stroke-signal-amber"
    />
  )
}
