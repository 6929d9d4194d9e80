import type { Settings } from '../../../contract/site/settings.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { TextField } from '../../ui/form/field.tsx'

type Digest = Settings['digest']

type DigestFieldsProps = {
  digest: Digest
  timeError: string | undefined
  onChange: (changed: Partial<Digest>) => void
}

/** When the daily digest is sent, and whether. */
export function DigestFields({ digest, timeError, onChange }: DigestFieldsProps) {
  const { timeZone } = usePageData().company
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold text-sm">Daily mail to admins about applicants who wait</legend>
      <label className="flex min-h-11 items-start gap-2 pt-2 md:min-h-9 md:pt-1">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-accent"
          checked={digest.isOn}
          onChange={({ currentTarget }) => onChange({ isOn: currentTarget.checked })}
        />
        Send a digest on days with something to say
      </label>
      <TextField
        label="Time"
        isStandalone
        type="time"
        className="max-w-80"
        value={digest.time}
        onChange={({ currentTarget }) => onChange({ time: currentTarget.value })}
        error={timeError}
        hint={`${timeZone}, the time zone of the company file.`}
      />
    </fieldset>
  )
}
