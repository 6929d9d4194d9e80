import { JOB_FACTS, JOB_FIELDS, type JobFact } from '../../../../contract/jobs/posting-fields.ts'
import { SCORECARD } from '../../../../contract/wire/limits.ts'
import type { JobFormValues } from './job-form-values.ts'

/** How the form shows a field. */
type JobFormField = {
  label: string
  control: 'line' | 'choice' | 'text' | 'questions'
  isOptional?: boolean
  /** Takes the whole row on a wide screen; a text always does. */
  isWide?: boolean
  hint?: string
}

/** A field that is no structured fact: those stand behind "More for search engines and feeds". */
export type PlainField = Exclude<keyof JobFormValues, JobFact>

/** Every plain field of the job form, in the order of the screen. */
export const JOB_FORM_FIELDS: Record<PlainField, JobFormField> = {
  title: { label: JOB_FIELDS.title.label, control: 'line', isWide: true },
  location: { label: JOB_FIELDS.location.label, control: 'line' },
  department: { label: JOB_FIELDS.department.label, control: 'line' },
  jobType: { label: JOB_FIELDS.jobType.label, control: 'choice' },
  status: { label: JOB_FIELDS.status.label, control: 'choice' },
  salaryRange: { label: JOB_FIELDS.salaryRange.label, control: 'line', isOptional: true, isWide: true },
  internalJobCode: { label: JOB_FIELDS.internalJobCode.label, control: 'line', isOptional: true },
  projectCode: { label: JOB_FIELDS.projectCode.label, control: 'line', isOptional: true },
  jobOverview: { label: 'Job Overview', control: 'text' },
  description: { label: JOB_FIELDS.description.label, control: 'text', isOptional: true },
  keyResponsibilities: {
    label: 'Key Responsibilities',
    control: 'text',
    hint: 'Start a line with a dash to make it a list item.',
  },
  requirements: { label: JOB_FIELDS.requirements.label, control: 'text' },
  growthCultureFit: { label: 'Growth & Culture Fit', control: 'text', isOptional: true },
  benefitsPerks: { label: 'Benefits & Perks', control: 'text', isOptional: true },
  questions: { label: JOB_FIELDS.questions.label, control: 'questions', isOptional: true },
  criteria: {
    label: JOB_FIELDS.criteria.label,
    control: 'text',
    isOptional: true,
    hint: `What your colleagues assess in their scorecards: one a line, up to ${SCORECARD.mostCriteria}. Visitors never see them.`,
  },
}

/** The names of the fields in the order of the screen. */
export const JOB_FORM_FIELD_NAMES = Object.keys(JOB_FORM_FIELDS) as PlainField[]

/** The label of any field of the form. */
export function labelOf(field: keyof JobFormValues): string {
  const fact = JOB_FACTS.find((name) => name === field)
  return fact ? JOB_FIELDS[fact].label : JOB_FORM_FIELDS[field as PlainField].label
}
