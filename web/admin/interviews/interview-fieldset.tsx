import type { RefObject } from 'react'
import type { InterviewDefaults } from '../../../contract/interviews/interview.ts'
import { INTERVIEW_KINDS, type InterviewKind } from '../../../contract/interviews/interview-terms.ts'
import { CHOSEN_YEARS, INTERVIEW, MAXIMUM } from '../../../contract/wire/limits.ts'
import { SelectField, TextField } from '../../ui/form/field.tsx'
import { timeZoneOptions } from '../../ui/text/time-zones.ts'
import { type InterviewFaults, type InterviewFields, placeOf } from './interview-form.ts'
import { INTERVIEW_KIND_NAMES } from './interview-texts.ts'
import { InterviewersField } from './interviewers-field.tsx'

const PLACES: Record<InterviewKind, { label: string; isOptional: boolean }> = {
  phone: { label: 'Telephone number to call', isOptional: true },
  video: { label: 'Link', isOptional: false },
  on_site: { label: 'Place', isOptional: false },
  undecided: { label: 'Place', isOptional: true },
}

type FieldsetProps = {
  fields: InterviewFields
  faults: InterviewFaults
  /** Whether it is an interview that nobody is invited to. */
  canInvite?: boolean
  /** Whether the person may invite people. */
  mayInvite?: boolean
  onChange: (part: Partial<InterviewFields>) => void
  /** What the latest interviews say about this one. */
  latest?: InterviewDefaults | undefined
  /** Zones that stand before the others. */
  zones: readonly string[]
  placeInput?: RefObject<HTMLInputElement | null>
}

/** The fields of an interview. */
export function InterviewFieldset(props: FieldsetProps) {
  const { fields, faults, canInvite = false, mayInvite = true, onChange } = props
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Date"
          type="date"
          min={`${CHOSEN_YEARS.first}-01-01`}
          max={`${CHOSEN_YEARS.last}-12-31`}
          value={fields.date}
          error={faults.date}
          onChange={(event) => onChange({ date: event.target.value })}
        />
        <TextField
          label="Time"
          type="time"
          value={fields.time}
          error={faults.time}
          onChange={(event) => onChange({ time: event.target.value })}
        />
      </div>
      <MeetingFieldset {...props} />
      {canInvite && mayInvite && (
        <label className="flex min-h-11 items-start gap-3">
          <input
            type="checkbox"
            className="mt-1 size-5 shrink-0 accent-accent"
            checked={fields.invites}
            onChange={(event) => onChange({ invites: event.target.checked })}
          />
          <span>
            Invite the applicant and the interviewers
            <span className="block text-ink-muted text-sm">
              They get an invitation for their calendars. Until then this interview is in the agenda alone.
            </span>
          </span>
        </label>
      )}
    </>
  )
}

/** What an interview has beside its time. */
export function MeetingFieldset({
  fields,
  faults,
  canInvite = false,
  onChange,
  latest,
  zones,
  placeInput,
}: FieldsetProps) {
  const place = PLACES[fields.kind]
  const changeKind = (kind: InterviewKind) => {
    // What was typed stays; what was filled in gives way to the latest place of the other kind.
    const isFilledIn = fields.place === placeOf(fields.kind, latest)
    onChange({ kind, ...(isFilledIn && { place: placeOf(kind, latest) }) })
  }
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField
          label="Length in minutes"
          type="number"
          inputMode="numeric"
          min={INTERVIEW.shortest}
          max={INTERVIEW.longest}
          value={fields.minutes}
          error={faults.minutes}
          onChange={(event) => onChange({ minutes: event.target.value })}
        />
        <TimeZoneField
          value={fields.timeZone}
          error={faults.timeZone}
          zones={zones}
          onChange={(timeZone) => onChange({ timeZone })}
        />
        <SelectField
          label="Kind"
          value={fields.kind}
          error={faults.kind}
          onChange={(event) => changeKind(event.target.value as InterviewKind)}
        >
          {INTERVIEW_KINDS.filter((kind) => canInvite || kind !== 'undecided').map((kind) => (
            <option key={kind} value={kind}>
              {INTERVIEW_KIND_NAMES[kind]}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        ref={placeInput}
        label={place.label}
        isOptional={place.isOptional}
        maxLength={MAXIMUM.interviewPlace}
        value={fields.place}
        error={faults.place}
        onChange={(event) => onChange({ place: event.target.value })}
      />
      <InterviewersField
        interviewers={fields.interviewers}
        faults={faults}
        suggestions={latest?.interviewers}
        onChange={(interviewers) => onChange({ interviewers })}
      />
    </>
  )
}

type TimeZoneFieldProps = {
  value: string
  error: string | undefined
  /** Zones that stand before the others. */
  zones: readonly string[]
  onChange: (timeZone: string) => void
}

/** The zone in which a time is meant: the likely ones first. */
function TimeZoneField({ value, error, zones, onChange }: TimeZoneFieldProps) {
  const options = timeZoneOptions(value, zones)
  return (
    <SelectField label="Time zone" value={value} error={error} onChange={(event) => onChange(event.target.value)}>
      {Object.entries({ Likely: options.likely, Others: options.others }).map(([label, group]) => (
        <optgroup key={label} label={label}>
          {group.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}
