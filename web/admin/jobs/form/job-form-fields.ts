import type { JobFact } from '../../../../contract/jobs/job-facts.ts'
import { FACT_LABELS } from '../fact-texts.ts'
import type { JobFormValues } from './job-form-values.ts'

/** How the form shows a field. */
export type JobFormField = {
  label: string
  control: 'line' | 'choice' | 'text' | 'questions'
  isOptional?: boolean
  /** Takes the whole row on a wide screen; a text always does. */
  isWide?: boolean
  hint?: string
}

/** A field that is no structured fact: those stand behind "More for search engines and feeds". */
export type PlainField = Exclude<keyof JobFormValues, JobFact>

/** Every plain field of the job form, in the order of the screen (`spec.md` section 2). */
export const JOB_FORM_FIELDS: Record<PlainField, JobFormField> = {
  title: { label: 'Job Title', control: 'line', isWide: true },
  location: { label: 'Job Location', control: 'line' },
  department: { label: 'Department', control: 'line' },
  jobType: { label: 'Job Type', control: 'choice' },
  status: { label: 'Job Status', control: 'choice' },
  salaryRange: { label: 'Salary Range', control: 'line', isOptional: true, isWide: true },
  internalJobCode: { label: 'Internal Job Code', control: 'line', isOptional: true },
  projectCode: { label: 'Project Code', control: 'line', isOptional: true },
  jobOverview: { label: 'Job Overview', control: 'text' },
  description: { label: 'Description', control: 'text', isOptional: true },
  keyResponsibilities: {
    label: 'Key Responsibilities',
    control: 'text',
    hint: 'Start a line with a dash to make it a list item.',
  },
  requirements: { label: 'Requirements', control: 'text' },
  growthCultureFit: { label: 'Growth & Culture Fit', control: 'text', isOptional: true },
  benefitsPerks: { label: 'Benefits & Perks', control: 'text', isOptional: true },
  questions: { label: 'Questions', control: 'questions', isOptional: true },
}

/** The names of the fields in the order of the screen. */
export const JOB_FORM_FIELD_NAMES = Object.keys(JOB_FORM_FIELDS) as PlainField[]

/** The label of any field of the form. */
export function labelOf(field: keyof JobFormValues): string {
  return field in FACT_LABELS ? FACT_LABELS[field as JobFact] : JOB_FORM_FIELDS[field as PlainField].label
}
