import { MAXIMUM } from '../wire/limits.ts'
import { keysOf } from '../wire/records.ts'

/** What a field of a posting holds. From its kind come its schemas (`job-schemas.ts`), its control and its text. */
export type JobFieldKind =
  | 'requiredLine'
  | 'line'
  | 'requiredText'
  | 'text'
  | 'jobType'
  | 'status'
  | 'flag'
  | 'questions'
  | 'criteria'
  | FactKind

/** What a structured fact holds. */
export type FactKind =
  | 'line'
  | 'workplace'
  | 'country'
  | 'countries'
  | 'amount'
  | 'currency'
  | 'payPeriod'
  | 'date'
  | 'steps'

/** What is written once of a field of a posting. */
export type JobFieldEntry = {
  column: string
  /** Of its control. */
  label: string
  /** Names the field where a history says that it was edited. */
  inHistory: string
  /** Message of a required field that is missing. */
  required?: string
  /** Characters, where a line may have fewer than usual. */
  maximum?: number
  /** Describes what is written into it, for programs. */
  about?: string
  /** Only admins read it. */
  isInternal?: true
  /** Visitors read it beside type, location, department and pay. */
  isFurther?: true
} & (
  | { kind: JobFieldKind; isFact?: never }
  /** For filters, feeds and search engines; the form has it behind "More for search engines and feeds". */
  | { kind: FactKind; isFact: true }
)

/**
 * Every field of a posting that an admin writes, in the order of their faults. From its entry come
 * schemas, column, presenter, the inputs of the form, the record, the history and what visitors read.
 */
export const JOB_FIELDS = {
  title: {
    kind: 'requiredLine',
    column: 'title',
    label: 'Job Title',
    inHistory: 'job title',
    required: 'Job title is required',
  },
  location: {
    kind: 'requiredLine',
    column: 'location',
    label: 'Job Location',
    inHistory: 'location',
    required: 'Location is required',
  },
  department: { kind: 'line', column: 'department', label: 'Department', inHistory: 'department' },
  jobType: { kind: 'jobType', column: 'job_type', label: 'Job Type', inHistory: 'job type' },
  salaryRange: { kind: 'line', column: 'salary_range', label: 'Salary Range', inHistory: 'salary range' },
  internalJobCode: {
    kind: 'line',
    column: 'internal_job_code',
    label: 'Internal Job Code',
    inHistory: 'internal job code',
    isInternal: true,
  },
  projectCode: {
    kind: 'line',
    column: 'project_code',
    label: 'Project Code',
    inHistory: 'project code',
    isInternal: true,
  },
  description: {
    kind: 'requiredText',
    column: 'description',
    label: 'Description',
    inHistory: 'description',
    required: 'Description is required',
  },
  requirements: {
    kind: 'requiredText',
    column: 'requirements',
    label: 'Requirements',
    inHistory: 'requirements',
    required: 'Requirements are required',
  },
  benefits: { kind: 'text', column: 'benefits', label: 'Benefits & Perks', inHistory: 'benefits' },
  status: { kind: 'status', column: 'status', label: 'Job Status', inHistory: 'status' },
  isActive: { kind: 'flag', column: 'is_active', label: 'Active', inHistory: 'whether it is active' },
  workplace: { kind: 'workplace', column: 'workplace', label: 'Workplace', inHistory: 'workplace', isFact: true },
  country: {
    kind: 'country',
    column: 'country',
    label: 'Country',
    inHistory: 'country',
    isFact: true,
    about: 'Of the place of work, ISO 3166-1 alpha-2',
  },
  region: { kind: 'line', column: 'region', label: 'State or Region', inHistory: 'region', isFact: true },
  city: { kind: 'line', column: 'city', label: 'City', inHistory: 'city', isFact: true },
  postalCode: {
    kind: 'line',
    column: 'postal_code',
    label: 'Postal Code',
    inHistory: 'postal code',
    maximum: MAXIMUM.postalCode,
    isFact: true,
  },
  remoteCountries: {
    kind: 'countries',
    column: 'remote_countries',
    label: 'Remote Countries',
    inHistory: 'remote countries',
    isFact: true,
    about: 'Where a remote employee may live, ISO 3166-1 alpha-2; empty means no country is named',
  },
  payMin: {
    kind: 'amount',
    column: 'pay_min',
    label: 'Lowest Pay',
    inHistory: 'lowest pay',
    isFact: true,
    about: 'In major units of payCurrency',
  },
  payMax: {
    kind: 'amount',
    column: 'pay_max',
    label: 'Highest Pay',
    inHistory: 'highest pay',
    isFact: true,
    about: 'In major units of payCurrency',
  },
  payCurrency: {
    kind: 'currency',
    column: 'pay_currency',
    label: 'Pay Currency',
    inHistory: 'currency of the pay',
    isFact: true,
    about: 'ISO 4217; required with a pay',
  },
  payPeriod: {
    kind: 'payPeriod',
    column: 'pay_period',
    label: 'Pay Period',
    inHistory: 'period of the pay',
    isFact: true,
    about: 'Required with a pay',
  },
  travel: { kind: 'line', column: 'travel', label: 'Travel', inHistory: 'travel', isFact: true, isFurther: true },
  rotation: {
    kind: 'line',
    column: 'rotation',
    label: 'Rotation',
    inHistory: 'rotation',
    isFact: true,
    isFurther: true,
  },
  closingDate: {
    kind: 'date',
    column: 'closing_date',
    label: 'Closing Date',
    inHistory: 'closing date',
    isFact: true,
    about: 'The last open day in the time zone of the company, such as 2026-09-30',
  },
  hiringSteps: {
    kind: 'steps',
    column: 'hiring_steps',
    label: 'Hiring Steps',
    inHistory: 'hiring steps',
    isFact: true,
    about: 'What happens after an application, in this order',
  },
  questions: {
    kind: 'questions',
    column: 'questions',
    label: 'Questions',
    inHistory: 'questions',
    isInternal: true,
    about: 'What the application form asks, in this order',
  },
  criteria: {
    kind: 'criteria',
    column: 'criteria',
    label: 'Scorecard criteria',
    inHistory: 'scorecard criteria',
    isInternal: true,
    about: 'What colleagues assess in their scorecards, in this order',
  },
} as const satisfies Record<string, JobFieldEntry>

type Entries = typeof JOB_FIELDS

/** Name of a field that an admin writes. */
export type JobField = keyof Entries
/** Fields whose entries have some property. */
type FieldWith<Property> = { [Field in JobField]: Entries[Field] extends Property ? Field : never }[JobField]
/** Name of a structured fact. */
export type JobFact = FieldWith<{ isFact: true }>
/** Name of a field that only admins read. */
export type InternalField = FieldWith<{ isInternal: true }>
/** Name of a line that visitors read beside type, location, department and pay. */
export type FurtherLine = FieldWith<{ isFurther: true }>
/** Name of an optional line that is no structured fact. */
export type OptionalLine = Exclude<FieldWith<{ kind: 'line' }>, JobFact>

/** The names of all fields, in the order of their faults. */
export const JOB_FIELD_NAMES = keysOf(JOB_FIELDS)
/** The names of those with each property. */
export const JOB_FACTS = namesOf((entry) => entry.isFact === true) as JobFact[]
export const FURTHER_LINES = namesOf((entry) => entry.isFurther === true) as FurtherLine[]
export const OPTIONAL_LINES = namesOf(({ kind, isFact }) => kind === 'line' && !isFact) as OptionalLine[]

/** The entry of a field, with the properties that not every field has. */
export function jobFieldOf(field: JobField): JobFieldEntry {
  return JOB_FIELDS[field]
}

function namesOf(isWanted: (entry: JobFieldEntry) => boolean): JobField[] {
  return JOB_FIELD_NAMES.filter((field) => isWanted(JOB_FIELDS[field]))
}
