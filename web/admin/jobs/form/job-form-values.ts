import * as z from 'zod'
import { criteriaSchema } from '../../../../contract/jobs/criteria.ts'
import type { Job, JobCreate } from '../../../../contract/jobs/job.ts'
import {
  composeDescription,
  emptySections,
  parseDescription,
  SECTION_TITLES,
  type SectionTitle,
} from '../../../../contract/jobs/job-description.ts'
import { NO_FACTS } from '../../../../contract/jobs/job-facts.ts'
import { writtenFields } from '../../../../contract/jobs/job-schemas.ts'
import { JOB_STATUS } from '../../../../contract/jobs/job-statuses.ts'
import { OPTIONAL_LINES, type OptionalLine } from '../../../../contract/jobs/posting-fields.ts'
import { questionsSchema } from '../../../../contract/jobs/question.ts'
import { MAXIMUM } from '../../../../contract/wire/limits.ts'
import { cleanText } from '../../../../contract/wire/text-rules.ts'
import { requiredText } from '../../../../contract/wire/validation.ts'
import { completeQuestions } from '../../questions/question-changes.ts'
import { FORM_STATUSES, type FormStatus, type JobState, jobStateOf } from '../job-state.ts'
import { factFaults, factsOf, factValueFields, factValuesOf } from './fact-values.ts'

/** Which field of the form holds which section of the description. */
const SECTION_FIELDS = {
  'Job Overview': 'jobOverview',
  Description: 'description',
  'Key Responsibilities': 'keyResponsibilities',
  'Growth & Culture Fit': 'growthCultureFit',
  'Benefits & Perks': 'benefitsPerks',
} as const satisfies Record<SectionTitle, string>

const TOO_LONG = `All sections together may have at most ${MAXIMUM.jobText.toLocaleString('en-US')} characters`

const FAULTY_QUESTIONS = 'Please correct the questions'

const requiredSection = (message: string) => z.string().refine((text) => cleanText(text).trim() !== '', message)

/** Rules and messages of the job form. */
export const jobFormSchema = z
  .object({
    title: writtenFields.title,
    location: writtenFields.location,
    ...lines(() => z.string().max(MAXIMUM.jobLine)),
    department: requiredText('Department is required', MAXIMUM.jobLine),
    jobType: writtenFields.jobType,
    status: z.enum(FORM_STATUSES as [FormStatus, ...FormStatus[]]),
    jobOverview: requiredSection('Job overview is required'),
    description: z.string(),
    keyResponsibilities: requiredSection('Key responsibilities are required'),
    requirements: writtenFields.requirements,
    growthCultureFit: z.string(),
    benefitsPerks: z.string(),
    /** As JSON, so that drafts, merges and conflicts treat it like any other field. */
    questions: z
      .string()
      .refine((json) => questionsSchema.safeParse(completeQuestions(json)).success, FAULTY_QUESTIONS),
    criteria: z.string(),
    ...factValueFields,
  })
  .superRefine(
    (values, context) => {
      const criteriaFault = criteriaSchema.safeParse(linesOf(values.criteria)).error?.issues[0]
      if (criteriaFault) context.addIssue({ code: 'custom', path: ['criteria'], message: criteriaFault.message })
      for (const { path, message } of factFaults(values)) context.addIssue({ code: 'custom', path: [path], message })
      if (descriptionOf(values).length <= MAXIMUM.jobText) return
      const texts = Object.values(SECTION_FIELDS)
      const longest = texts.toSorted((one, other) => values[other].length - values[one].length)[0]
      context.addIssue({ code: 'custom', path: [longest ?? 'jobOverview'], message: TOO_LONG })
    },
    // Beside the faults of single fields, so that the form says all of them at once.
    { when: () => true },
  )

/** What the job form holds. */
export type JobFormValues = z.output<typeof jobFormSchema>

/** The form of a new posting. */
export const NEW_JOB: JobFormValues = {
  title: '',
  location: '',
  ...lines(() => ''),
  jobType: 'Full-time',
  status: 'Active',
  jobOverview: '',
  description: '',
  keyResponsibilities: '',
  requirements: '',
  growthCultureFit: '',
  benefitsPerks: '',
  questions: '[]',
  criteria: '',
  ...factValuesOf(NO_FACTS),
}

/** The form values of a stored posting. The benefits section takes precedence over the field of that name. */
export function formValuesOf(job: Job): JobFormValues {
  const sections = parseDescription(job.description)
  const texts = Object.fromEntries(
    SECTION_TITLES.map((title) => [SECTION_FIELDS[title], sections[title]]),
  ) as SectionTexts
  return {
    ...texts,
    benefitsPerks: texts.benefitsPerks.trim() === '' ? (job.benefits ?? '') : texts.benefitsPerks,
    title: job.title,
    location: job.location,
    ...lines((field) => job[field] ?? ''),
    jobType: job.jobType,
    status: JOB_STATUS[job.status].choice,
    requirements: job.requirements,
    questions: JSON.stringify(job.questions),
    criteria: job.criteria.join('\n'),
    ...factValuesOf(job),
  }
}

/** Every field that an admin writes: an additional field does not compile until the form sends it. */
export type JobBody = Omit<JobCreate, 'clonedFromId'>

/**
 * The body that saves a form.
 * @param stored the edited posting: its status and switch are sent unchanged unless Job Status was changed
 */
export function jobBodyOf(values: JobFormValues, stored?: JobState): JobBody {
  const isUntouched = stored !== undefined && JOB_STATUS[stored.status].choice === values.status
  const { status, isActive } = isUntouched ? stored : jobStateOf(values.status)
  return {
    title: values.title,
    location: values.location,
    ...lines((field) => values[field].trim() || null),
    jobType: values.jobType,
    description: descriptionOf(values),
    requirements: values.requirements,
    benefits: values.benefitsPerks.trim() || null,
    questions: completeQuestions(values.questions),
    criteria: linesOf(values.criteria),
    status,
    isActive,
    ...factsOf(values),
  }
}

/** The lines of a text that have something in them. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

type SectionTexts = Pick<JobFormValues, (typeof SECTION_FIELDS)[SectionTitle]>

function descriptionOf(values: SectionTexts): string {
  const sections = emptySections()
  // Clean before composing: removing characters later could turn a line into a heading.
  for (const title of SECTION_TITLES) sections[title] = cleanText(values[SECTION_FIELDS[title]]).trimEnd()
  return composeDescription(sections)
}

/** Something for each optional line of a posting that is no structured fact. */
function lines<Value>(textOf: (field: OptionalLine) => Value): Record<OptionalLine, Value> {
  return Object.fromEntries(OPTIONAL_LINES.map((field) => [field, textOf(field)])) as Record<OptionalLine, Value>
}
