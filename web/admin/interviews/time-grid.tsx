import { Check } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import {
  type Busy,
  describeClock,
  describeDate,
  describeLocal,
  isBusy,
  type LocalTime,
  TIMES_OF_DAY,
  weekdaysOf,
} from './offered-week.ts'

type TimeGridProps = {
  /** Any date of the week. */
  date: string
  now: LocalTime
  minutes: number
  busy: readonly Busy[]
  chosen: readonly LocalTime[]
  /** Whether no more times may be chosen. */
  isFull: boolean
  onToggle: (time: LocalTime) => void
}

const STEPS: Readonly<Record<string, [column: number, row: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The half hours of a week, to be chosen by pointer or keys: one stop of Tab, arrows move on, Space chooses. */
export function TimeGrid({ date, now, minutes, busy, chosen, isFull, onToggle }: TimeGridProps) {
  const days = weekdaysOf(date)
  const [active, setActive] = useState<[column: number, row: number]>([0, 4])
  const table = useRef<HTMLTableElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const column = Math.min(Math.max(active[0] + step[0], 0), days.length - 1)
    const row = Math.min(Math.max(active[1] + step[1], 0), TIMES_OF_DAY.length - 1)
    setActive([column, row])
    table.current?.querySelector<HTMLElement>(`[data-cell="${column} ${row}"]`)?.focus()
  }
  return (
    <table
      ref={table}
      aria-label="Times of the week"
      className="w-full table-fixed border-collapse text-sm"
      onKeyDown={move}
    >
      <thead>
        <tr>
          <th scope="col" className="w-17">
            <span className="sr-only">Time</span>
          </th>
          {days.map((day) => (
            <th key={day} scope="col" className="px-0.5 pb-1 text-center font-semibold leading-tight">
              {describeDate(day)
                .split(', ')
                .map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {TIMES_OF_DAY.map((clock, row) => (
          <tr key={clock}>
            <th
              scope="row"
              className="whitespace-nowrap pr-2 text-right font-normal text-ink-muted text-sm tabular-nums"
            >
              {describeClock(clock)}
            </th>
            {days.map((day, column) => {
              const time = `${day}T${clock}`
              return (
                <td key={day} className="p-0.5">
                  <Cell
                    {...{ time, isFull, onToggle }}
                    name={`${column} ${row}`}
                    isStop={column === active[0] && row === active[1]}
                    isChosen={chosen.includes(time)}
                    isTaken={isBusy(time, minutes, busy)}
                    isPast={time <= now}
                    onFocus={() => setActive([column, row])}
                  />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type CellProps = Pick<TimeGridProps, 'isFull' | 'onToggle'> & {
  time: LocalTime
  /** Its column and row. */
  name: string
  /** Whether Tab stops at it. */
  isStop: boolean
  isChosen: boolean
  isTaken: boolean
  isPast: boolean
  onFocus: () => void
}

function Cell({ time, name, isStop, isChosen, isTaken, isPast, isFull, onToggle, onFocus }: CellProps) {
  const isOff = !isChosen && (isPast || isTaken || isFull)
  return (
    <button
      type="button"
      data-cell={name}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isChosen}
      aria-disabled={isOff || undefined}
      aria-label={`${describeLocal(time)}${isTaken ? ', taken' : ''}`}
      title={isTaken ? 'One of the interviewers is taken' : undefined}
      onFocus={onFocus}
      onClick={() => !isOff && onToggle(time)}
      className={cellClass(isChosen, isTaken, isOff)}
    >
      {isChosen && <Check aria-hidden="true" className="size-4" />}
      {isTaken && !isChosen && <span aria-hidden="true">–</span>}
    </button>
  )
}

function cellClass(isChosen: boolean, isTaken: boolean, isOff: boolean): string {
  const base = 'grid h-7 w-full place-items-center rounded-sm border text-ink-muted max-md:h-11 pointer-coarse:h-11'
  if (isChosen) return `${base} cursor-pointer border-accent bg-accent text-on-accent hover:bg-accent-strong`
  if (isTaken) return `${base} cursor-not-allowed border-line border-dashed`
  if (isOff) return `${base} cursor-not-allowed border-transparent bg-paper`
  return `${base} cursor-pointer border-line bg-panel hover:border-accent hover:bg-accent-wash active:bg-accent-wash`
}
