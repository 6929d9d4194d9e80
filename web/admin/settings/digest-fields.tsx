import type { Settings } from '../../../contract/settings.ts'
import { SelectField, TextField } from '../../ui/form/field.tsx'
import { timeZoneOptions } from '../../ui/time-zones.ts'

type Digest = Settings['digest']

/** What the fields take. */
export type DigestFieldsProps = { digest: Digest; timeError: string | undefined; onChange: (digest: Digest) => void }

/** When the daily digest is sent, and whether. */
export function DigestFields({ digest, timeError, onChange }: DigestFieldsProps) {
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-1 font-semibold text-sm">Daily mail to admins about applicants who wait</legend>
      <label className="flex min-h-11 items-center gap-2 sm:col-span-2 md:min-h-9">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={digest.isOn}
          onChange={({ currentTarget }) => onChange({ ...digest, isOn: currentTarget.checked })}
        />
        Send a digest on days with something to say
      </label>
      <TextField
        label="Time"
        isStandalone
        type="time"
        className="max-w-40"
        value={digest.time}
        onChange={({ currentTarget }) => onChange({ ...digest, time: currentTarget.value })}
        error={timeError}
      />
      <SelectField
        label="Time zone"
        isStandalone
        value={digest.timeZone}
        onChange={({ currentTarget }) => onChange({ ...digest, timeZone: currentTarget.value })}
      >
        {timeZoneOptions(digest.timeZone).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </fieldset>
  )
}
