import { useFormContext, useWatch } from 'react-hook-form'
import { WORKPLACE_NAMES } from '../../../../contract/jobs/further-facts.ts'
import type { Job } from '../../../../contract/jobs/job.ts'
import { PAY_PERIODS, WORKPLACES } from '../../../../contract/jobs/job-terms.ts'
import { type FactKind, JOB_FACTS, JOB_FIELDS, type JobFact } from '../../../../contract/jobs/posting-fields.ts'
import { COUNTRIES } from '../../../../contract/wire/countries.ts'
import { usePageData } from '../../../layout/page-data-context.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/form/field.tsx'
import { factText } from '../fact-texts.ts'
import { countryName } from './country-names.ts'
import { factsOf } from './fact-values.ts'
import type { JobFormValues } from './job-form-values.ts'
import { sourcesOf, suggestFacts } from './suggest-facts.ts'

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
export function FactFields({ job }: { job: Job | undefined }) {
  return (
    <div className="grid gap-5 pt-2 pb-4 md:grid-cols-2">
      <p className="text-ink-muted text-sm md:col-span-2">
        People read Job Location and Salary Range; job search, feeds and filters read the place and the pay of these
        fields. Workplace, travel, rotation, closing date and hiring steps are shown to visitors too, and the pay where
        Salary Range is empty.
      </p>
      <FactSuggestion />
      {JOB_FACTS.map((fact) => (
        <OneFact key={fact} fact={fact} storedCurrency={job?.payCurrency ?? ''} />
      ))}
    </div>
  )
}

/** @param props.storedCurrency the currency that the form had when it was opened */
function OneFact({ fact, storedCurrency }: { fact: JobFact; storedCurrency: string }) {
  const { register, formState } = useFormContext<JobFormValues>()
  const { timeZone, address } = usePageData().company
  const { label, kind } = JOB_FIELDS[fact]
  const { choices, type = 'text', isText, isNumber } = CONTROLS[kind]
  const error = formState.errors[fact]?.message
  const field = { label, isOptional: true, hint: HINTS[fact]?.(timeZone), error, ...register(fact) }
  if (isText) return <TextAreaField {...field} className="md:col-span-2" />
  if (!choices) return <TextField {...field} type={type} inputMode={isNumber ? 'decimal' : undefined} />
  return (
    <SelectField {...field}>
      <option value="">Not specified</option>
      {choices(address.country, storedCurrency).map(({ value, label }) => (
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

/** Currencies in which pay is given today: ISO 4217 without funds, metals, test codes and what has been replaced. */
const CURRENCIES: readonly string[] = `
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY
  COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR
  IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR
  MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD
  SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF
  YER ZAR ZMW
`
  .trim()
  .split(/\s+/)

/**
 * The currencies to choose from with their English names, the one of the company's country first.
 * @param country of the company, ISO 3166-1
 * @param stored one that a posting has, which stays a choice
 */
function currencyChoices(country: string, stored: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'currency' })
  // A code begins with that of its country; the countries without one of their own have the euro.
  const own = CURRENCIES.find((code) => code.slice(0, 2) === country) ?? 'EUR'
  const codes = new Set([own, ...CURRENCIES, ...(stored === '' ? [] : [stored])])
  return [...codes].map((value) => ({ value, label: `${value}, ${names.of(value) ?? value}` }))
}

/** Offers what the location and the salary range say for certain; nothing is filled in without being accepted. */
function FactSuggestion() {
  const { setValue } = useFormContext<JobFormValues>()
  const { company } = usePageData()
  const values = useWatch<JobFormValues>() as JobFormValues
  const suggested = suggestFacts(values, company.address)
  const facts = Object.keys(suggested) as JobFact[]
  if (facts.length === 0) return null
  const shown = factsOf({ ...values, ...suggested })
  const accept = () => {
    for (const fact of facts) setValue(fact, suggested[fact] ?? '', { shouldDirty: true, shouldValidate: true })
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-accent border-l-4 bg-panel px-4 py-2 text-sm md:col-span-2">
      <p className="min-w-0 flex-1 basis-60">
        Read from {sourcesOf(facts)}:{' '}
        {facts.map((fact) => `${JOB_FIELDS[fact].label} ${factText(shown, fact)}`).join(', ')}.
      </p>
      <Button tone="quiet" className="text-sm" onClick={accept}>
        Use these
      </Button>
    </div>
  )
}
