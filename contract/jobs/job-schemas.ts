import * as z from 'zod'
import { isInChosenYears } from '../wire/chosen-instant.ts'
import { COUNTRIES } from '../wire/countries.ts'
import { CHOSEN_YEARS, MAXIMUM, MOST_HIRING_STEPS } from '../wire/limits.ts'
import { optional, optionalLine, optionalText, requiredLine, requiredText } from '../wire/validation.ts'
import { criteriaSchema } from './criteria.ts'
import { JOB_STATUSES } from './job-statuses.ts'
import { JOB_TYPES, PAY_PERIODS, WORKPLACES } from './job-terms.ts'
import { JOB_FIELDS, type JobField, type JobFieldEntry, type JobFieldKind } from './posting-fields.ts'
import { questionSchema, questionsSchema } from './question.ts'

const NO_COUNTRY = 'Must be the two letters of a country (ISO 3166-1), such as US'
const NO_CURRENCY = 'Must be the three letters of a currency (ISO 4217), such as USD'
const NO_DATE = `Must be a date from ${CHOSEN_YEARS.first} to ${CHOSEN_YEARS.last}, such as 2026-09-30`
const NO_PAY = `Must be more than 0 and at most ${MAXIMUM.pay.toLocaleString('en-US')}, with at most two decimals`
const TOO_MANY_STEPS = `Must be at most ${MOST_HIRING_STEPS} steps`

const country = z.enum(COUNTRIES, { error: NO_COUNTRY })
const currency = z.enum(Intl.supportedValuesOf('currency'), { error: NO_CURRENCY })
const choice = <const Values extends readonly string[]>(values: Values) =>
  optional(z.enum(values, { error: `Must be one of: ${values.join(', ')}` }))

/** What the schema of a kind takes from the entry of a field. */
type Limits = { required?: string; maximum?: number }

/** By kind: how a field is written, and how responses have it. */
const SCHEMAS = {
  requiredLine: {
    written: ({ required = 'Required', maximum = MAXIMUM.jobLine }: Limits) => requiredLine(required, maximum),
    read: z.string(),
  },
  line: {
    written: ({ maximum = MAXIMUM.jobLine }: Limits) => optionalLine(maximum),
    read: z.string().nullable(),
  },
  requiredText: {
    written: ({ required = 'Required', maximum = MAXIMUM.jobText }: Limits) => requiredText(required, maximum),
    read: z.string(),
  },
  text: {
    written: ({ maximum = MAXIMUM.jobText }: Limits) => optionalText(maximum),
    read: z.string().nullable(),
  },
  jobType: { written: () => z.enum(JOB_TYPES), read: z.enum(JOB_TYPES) },
  status: { written: () => z.enum(JOB_STATUSES), read: z.enum(JOB_STATUSES) },
  flag: { written: () => z.boolean(), read: z.boolean() },
  workplace: { written: () => choice(WORKPLACES), read: z.enum(WORKPLACES).nullable() },
  country: {
    written: () => optional(country),
    read: z.string().nullable(),
  },
  countries: {
    written: () =>
      z
        .array(country)
        .max(COUNTRIES.length)
        .nullish()
        .transform((codes) => [...new Set(codes)]),
    read: z.array(z.string()),
  },
  amount: {
    written: () =>
      optional(z.number({ error: NO_PAY }).positive(NO_PAY).max(MAXIMUM.pay, NO_PAY).multipleOf(0.01, NO_PAY)),
    read: z.number().nullable(),
  },
  currency: {
    written: () => optional(currency),
    read: z.string().nullable(),
  },
  payPeriod: {
    written: () => choice(PAY_PERIODS),
    read: z.enum(PAY_PERIODS).nullable(),
  },
  date: {
    written: () => optional(z.iso.date({ error: NO_DATE, abort: true }).refine(isInChosenYears, NO_DATE)),
    read: z.string().nullable(),
  },
  steps: {
    written: () =>
      z
        .array(requiredLine('A step must not be empty', MAXIMUM.hiringStep))
        .max(MOST_HIRING_STEPS, TOO_MANY_STEPS)
        .nullish()
        .transform((steps) => steps ?? []),
    read: z.array(z.string()),
  },
  questions: {
    written: () => questionsSchema.nullish().transform((questions) => questions ?? []),
    read: z.array(questionSchema),
  },
  criteria: {
    written: () => criteriaSchema.nullish().transform((criteria) => criteria ?? []),
    read: z.array(z.string()),
  },
} satisfies Record<JobFieldKind, { written: (limits: Limits) => z.ZodType; read: z.ZodType }>

type Schemas<Field extends JobField> = (typeof SCHEMAS)[(typeof JOB_FIELDS)[Field]['kind']]

/** The schemas by which the fields of a posting are written. */
export const writtenFields = each(({ kind, about, ...limits }) => {
  const schema = SCHEMAS[kind].written(limits)
  return about === undefined ? schema : schema.describe(about)
}) as {
  [Field in JobField]: ReturnType<Schemas<Field>['written']>
}

/** The schemas of the fields of a posting in responses. */
export const readFields = each(({ kind }) => SCHEMAS[kind].read) as { [Field in JobField]: Schemas<Field>['read'] }

/** Some of the fields of a posting, out of something for all. */
export function pickFields<Field extends JobField, Value extends Record<Field, unknown>>(
  fields: readonly Field[],
  all: Value,
): Pick<Value, Field> {
  return Object.fromEntries(fields.map((field) => [field, all[field]])) as Pick<Value, Field>
}

function each(schemaOf: (entry: JobFieldEntry) => z.ZodType): object {
  return Object.fromEntries(Object.entries(JOB_FIELDS).map(([field, entry]) => [field, schemaOf(entry)]))
}
