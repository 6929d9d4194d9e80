import { JOB_TYPES } from '../../../contract/jobs/job-terms.ts'
import type { JobAlertField, JobAlertsPageData } from '../../../contract/jobs/search/job-alert.ts'
import { MAX_ALERT_WORDS, MAXIMUM } from '../../../contract/wire/limits.ts'
import { ANCHOR, PAGE } from '../../../contract/wire/paths.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/form/field.tsx'
import { Honeypot } from '../apply/honeypot.tsx'
import { FaultList } from '../apply/without-script/form-faults.tsx'

/** What the text fields and choices are called. */
const LABELS = {
  email: 'Email',
  department: 'Department',
  jobType: 'Type',
  place: 'Place',
  words: 'Keywords',
} as const satisfies Partial<Record<JobAlertField, string>>

/** The form as the browser itself sends it. */
export function JobAlertForm({ departments, typed, faults }: JobAlertsPageData) {
  const field = (name: JobAlertField) => ({
    id: fieldId(name),
    name,
    defaultValue: typed[name],
    error: faults.find((fault) => fault.field === name)?.message,
  })
  const chosen = typed.department
  const choices = chosen && !departments.includes(chosen) ? [...departments, chosen] : departments
  return (
    <form
      method="post"
      // With the anchor the browser moves the focus to the result.
      action={`${PAGE.jobAlerts}#${ANCHOR.result}`}
      aria-label="Job alert"
      className="grid gap-5"
    >
      {faults.length > 0 && <Faults faults={faults} />}
      <div className="grid min-w-0 gap-5 sm:grid-cols-2">
        <TextField
          {...field('email')}
          label={LABELS.email}
          type="email"
          autoComplete="email"
          required
          className="sm:col-span-2"
        />
        <Honeypot name="website" />
        <SelectField {...field('department')} label={LABELS.department} isOptional>
          <option value="">Any department</option>
          {choices.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <SelectField {...field('jobType')} label={LABELS.jobType} isOptional>
          <option value="">Any type</option>
          {JOB_TYPES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <div className="grid content-start gap-2">
          <TextField
            {...field('place')}
            label={LABELS.place}
            isOptional
            maxLength={MAXIMUM.jobLine}
            hint="A town, region or country"
          />
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="remote"
              value="yes"
              defaultChecked={typed.remote === 'yes'}
              className="size-5 accent-(--accent)"
            />
            Remote positions
          </label>
        </div>
        <TextField
          {...field('words')}
          label={LABELS.words}
          isOptional
          maxLength={MAX_ALERT_WORDS}
          hint="Each must be in the posting"
        />
      </div>
      <p className="text-ink-muted text-sm">Leave everything but the address empty to hear of every new position.</p>
      <div>
        <Button type="submit" className="max-sm:w-full">
          Send me new positions
        </Button>
      </div>
    </form>
  )
}

/** Why the form was refused. */
function Faults({ faults }: Pick<JobAlertsPageData, 'faults'>) {
  return (
    <FaultList
      title="Your job alert was not set up"
      faults={faults.map(({ field, message }) =>
        field && field !== 'remote'
          ? { words: `${LABELS[field]}: ${message}`, fieldId: fieldId(field) }
          : { words: message, fieldId: null },
      )}
    />
  )
}

function fieldId(field: JobAlertField): string {
  return `alert-${field}`
}
