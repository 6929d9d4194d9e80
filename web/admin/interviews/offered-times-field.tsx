import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { addDays } from '../../../contract/promise/calendar-days.ts'
import { zoneName } from '../../../contract/site/zone-name.ts'
import { OFFER } from '../../../contract/wire/limits.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/form/field.tsx'
import type { OfferFields } from './offer-form.ts'
import {
  type Busy,
  describeDate,
  describeLocal,
  type LocalTime,
  toLocal,
  weekdayMornings,
  weekdaysOf,
} from './offered-week.ts'
import { TimeGrid } from './time-grid.tsx'

/** Weeks after this one that can be looked at: as many as the agenda is read for. */
const MOST_WEEKS = 5

type OfferedTimesFieldProps = {
  fields: OfferFields
  now: Date
  busy: readonly Busy[]
  suggest: RefObject<HTMLButtonElement | null>
  fault: string | undefined
  onChange: (part: Pick<OfferFields, 'times'>) => void
}

/** The times to be offered: chosen in the week, suggested, or typed one by one. */
export function OfferedTimesField({ fields, now, busy, suggest, fault, onChange }: OfferedTimesFieldProps) {
  const { times, timeZone } = fields
  const minutes = Number(fields.minutes) || 1
  const local = toLocal(now, timeZone)
  const today = local.slice(0, 10)
  const [weeks, setWeeks] = useState(() => ((weekdaysOf(today).at(-1) ?? '') <= today ? 1 : 0))
  const date = addDays(today, 7 * weeks)
  const isFull = times.length >= OFFER.mostTimes
  const toggle = (time: LocalTime) =>
    onChange({ times: times.includes(time) ? times.filter((other) => other !== time) : [...times, time].toSorted() })
  const days = weekdaysOf(date)
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">
        Times{' '}
        <span className="font-normal text-ink-muted">
          {times.length} of at most {OFFER.mostTimes}, in {zoneName(timeZone)}
        </span>
      </legend>
      <Button
        ref={suggest}
        tone="secondary"
        className="justify-self-start text-balance"
        onClick={() => onChange({ times: weekdayMornings(today, { minutes, busy, most: OFFER.mostTimes }) })}
      >
        Weekday mornings of the next two weeks
      </Button>
      <ul aria-label="Chosen times" className="flex list-none flex-wrap gap-2 p-0">
        {times.map((time) => (
          <li key={time}>
            <Button tone="secondary" aria-label={`Remove ${describeLocal(time)}`} onClick={() => toggle(time)}>
              {describeLocal(time)} <X aria-hidden="true" className="size-4" />
            </Button>
          </li>
        ))}
      </ul>
      <FieldError id="offered-times-error" message={fault} />
      <div className="flex items-center justify-between gap-2">
        <Button tone="quiet" aria-label="Week before" isUnavailable={weeks === 0} onClick={() => setWeeks(weeks - 1)}>
          <ChevronLeft aria-hidden="true" className="size-4" />
        </Button>
        <p aria-live="polite" className="text-sm">
          {describeDate(days[0] ?? date)} to {describeDate(days.at(-1) ?? date)}
        </p>
        <Button
          tone="quiet"
          aria-label="Week after"
          isUnavailable={weeks === MOST_WEEKS}
          onClick={() => setWeeks(weeks + 1)}
        >
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </div>
      <TimeGrid {...{ date, minutes, busy, isFull }} now={local} chosen={times} onToggle={toggle} />
      <OtherTime isFull={isFull} onAdd={(time) => !times.includes(time) && toggle(time)} />
    </fieldset>
  )
}

/** A time that the week does not have. */
function OtherTime({ isFull, onAdd }: { isFull: boolean; onAdd: (time: LocalTime) => void }) {
  const [date, setDate] = useState('')
  const [time, setTime] = useState('')
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField label="Another date" type="date" value={date} onChange={({ target }) => setDate(target.value)} />
      <TextField label="Another time" type="time" value={time} onChange={({ target }) => setTime(target.value)} />
      <Button
        tone="secondary"
        isUnavailable={isFull || !date || !time}
        onClick={() => onAdd(`${date}T${time.slice(0, 5)}`)}
      >
        Add time
      </Button>
    </div>
  )
}
