import type { UseFormRegisterReturn } from 'react-hook-form'
import { WORKPLACE_NAMES } from '../../../../contract/jobs/further-facts.ts'
import { PAY_PERIODS, WORKPLACES } from '../../../../contract/jobs/job-terms.ts'
import { type FactKind, JOB_FACTS, JOB_FIELDS, type JobFact } from '../../../../contract/jobs/posting-fields.ts'
import { COUNTRIES } from '../../../../contract/wire/countries.ts'
import { usePageData } from '../../../layout/page-data-context.ts'
import { SelectField, TextAreaField, TextField } from '../../../ui/form/field.tsx'
import { countryName } from './country-names.ts'
import { currencyChoices } from './currencies.ts'
import { FactSuggestion } from './fact-suggestion.tsx'
import type { JobFormFieldsProps } from './job-form-props.ts'

type Choice = { value: string; label: string }

/** How the form shows a fact; without choices it is a line. */
type FactControl = {
  choices?: (country: string, stored: string) => Choice[]
  type?: 'date'
  isText?: boolean
  isNumber?: boolean
}

const CONTROLS: Record<FactKind, FactControl> = {
  line: {},
  workplace: { choices: () => WORKPLACES.map((value) => ({ value, label: WORKPLACE_NAMES[value] })) },
  country: { choices: countryChoices },
  countries: {},
  amount: { isNumber: true },
  currency: { choices: currencyChoices },
  payPeriod: { choices: () => PAY_PERIODS.map((value) => ({ value, label: `per ${value}` })) },
  date: { type: 'date' },
  steps: { isText: true },
}

/** What is written into a fact. */
const HINTS: { [Fact in JobFact]?: (timeZone: string) => string } = {
  remoteCountries: () => 'For a remote position: where an employee may live, such as Canada, US.',
  closingDate: (timeZone) => `The last open day. The posting closes at midnight, ${timeZone}.`,
  hiringSteps: () => 'One step in each line.',
}

/** The structured facts of a posting, with what the texts above say for certain as a suggestion. */
export function FactFields({ job, register, errors, control, setValue }: JobFormFieldsProps) {
  return (
    <div className="grid gap-5 pt-2 pb-4 md:grid-cols-2">
      <p className="text-ink-muted text-sm md:col-span-2">
        People read Job Location and Salary Range; job search, feeds and filters read the place and the pay of these
        fields. Workplace, travel, rotation, closing date and hiring steps are shown to visitors too, and the pay where
        Salary Range is empty.
      </p>
      <FactSuggestion control={control} setValue={setValue} />
      {JOB_FACTS.map((fact) => (
        <OneFact
          key={fact}
          fact={fact}
          input={register(fact)}
          error={errors[fact]?.message}
          stored={job?.payCurrency ?? ''}
        />
      ))}
    </div>
  )
}

type OneFactProps = {
  fact: JobFact
  input: UseFormRegisterReturn
  error: string | undefined
  /** What the form had when it was opened. */
  stored: string
}

function OneFact({ fact, input, error, stored }: OneFactProps) {
  const { timeZone, address } = usePageData().company
  const { label, kind } = JOB_FIELDS[fact]
  const { choices, type = 'text', isText, isNumber } = CONTROLS[kind]
  const field = { label, isOptional: true, hint: HINTS[fact]?.(timeZone), error, ...input }
  if (isText) return <TextAreaField {...field} className="md:col-span-2" />
  if (!choices) return <TextField {...field} type={type} inputMode={isNumber ? 'decimal' : undefined} />
  return (
    <SelectField {...field}>
      <option value="">Not specified</option>
      {choices(address.country, stored).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

/** The countries by their English names. */
function countryChoices(): Choice[] {
  return COUNTRIES.map((value) => ({ value, label: countryName(value) })).toSorted((one, other) =>
    one.label.localeCompare(other.label, 'en'),
  )
}
