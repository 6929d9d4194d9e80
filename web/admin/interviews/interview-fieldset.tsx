import { Plus, Trash2 } from 'lucide-react'
import { INTERVIEW_KINDS, type InterviewKind } from '../../../contract/interviews/interview-terms.ts'
import { CHOSEN_YEARS, INTERVIEW, MAXIMUM } from '../../../contract/wire/limits.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/form/field.tsx'
import { timeZoneOptions } from '../../ui/time-zones.ts'
import { hasRoom, type InterviewFaults, type InterviewFields } from './interview-form.ts'
import { INTERVIEW_KIND_NAMES } from './interview-texts.ts'

const PLACES: Record<InterviewKind, { label: string; isOptional: boolean }> = {
  phone: { label: 'Telephone number to call', isOptional: true },
  video: { label: 'Link', isOptional: false },
  on_site: { label: 'Place', isOptional: false },
}

type FieldsetProps = {
  fields: InterviewFields
  faults: InterviewFaults
  onChange: (part: Partial<InterviewFields>) => void
}

/** The fields of an interview. */
export function InterviewFieldset(props: FieldsetProps) {
  const { fields, faults, onChange } = props
  const place = PLACES[fields.kind]
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
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
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Time zone"
          value={fields.timeZone}
          error={faults.timeZone}
          onChange={(event) => onChange({ timeZone: event.target.value })}
        >
          {timeZoneOptions(fields.timeZone).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Kind"
          value={fields.kind}
          onChange={(event) => onChange({ kind: event.target.value as InterviewKind })}
        >
          {INTERVIEW_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {INTERVIEW_KIND_NAMES[kind]}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label={place.label}
        isOptional={place.isOptional}
        maxLength={MAXIMUM.interviewPlace}
        value={fields.place}
        error={faults.place}
        onChange={(event) => onChange({ place: event.target.value })}
      />
      <Interviewers {...props} />
    </>
  )
}

function Interviewers({ fields, faults, onChange }: FieldsetProps) {
  const { interviewers } = fields
  const write = (index: number, part: Partial<InterviewFields['interviewers'][number]>) =>
    onChange({ interviewers: interviewers.map((one, other) => (other === index ? { ...one, ...part } : one)) })
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-semibold">Interviewers</legend>
      {interviewers.map((interviewer, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name, and only their order.
        <div key={index} className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_auto]">
          <TextField
            label={`Name ${index + 1}`}
            maxLength={MAXIMUM.name}
            autoComplete="off"
            value={interviewer.name}
            error={faults[`interviewers.${index}.name`]}
            onChange={(event) => write(index, { name: event.target.value })}
          />
          <TextField
            label={`Email ${index + 1}`}
            type="email"
            maxLength={MAXIMUM.email}
            autoComplete="off"
            value={interviewer.address}
            error={faults[`interviewers.${index}.address`]}
            onChange={(event) => write(index, { address: event.target.value })}
          />
          <Button
            tone="quiet"
            className="sm:mt-6"
            aria-label={`Remove interviewer ${index + 1}`}
            onClick={() => onChange({ interviewers: interviewers.filter((_, other) => other !== index) })}
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </Button>
        </div>
      ))}
      {faults.interviewers && (
        <p role="alert" className="font-semibold text-signal-red text-sm">
          {faults.interviewers}
        </p>
      )}
      {hasRoom(fields) && (
        <Button
          tone="secondary"
          className="justify-self-start"
          onClick={() => onChange({ interviewers: [...interviewers, { name: '', address: '' }] })}
        >
          <Plus aria-hidden="true" className="size-4" /> Add interviewer
        </Button>
      )}
    </fieldset>
  )
}
