import * as z from 'zod'
import type { Job, JobCreate } from '../../../contract/job.ts'
import {
  composeDescription,
  emptySections,
  parseDescription,
  SECTION_TITLES,
  type SectionTitle,
} from '../../../contract/job-description.ts'
import { MAXIMUM } from '../../../contract/limits.ts'
import { cleanText } from '../../../contract/text-rules.ts'
import { requiredText } from '../../../contract/validation.ts'
import { JOB_TYPES } from '../../../contract/vocabulary.ts'

/** Job Status as the form offers it; `Filled` stands there only for a posting that is filled already. */
export const FORM_STATUSES = ['Active', 'Draft', 'Archived', 'Filled'] as const

/** Which field of the form holds which section of the description. */
const SECTION_FIELDS = {
  'Job Overview': 'jobOverview',
  Description: 'description',
  'Key Responsibilities': 'keyResponsibilities',
  'Growth & Culture Fit': 'growthCultureFit',
  'Benefits & Perks': 'benefitsPerks',
} as const satisfies Record<SectionTitle, string>

const TOO_LONG = `All sections together may have at most ${MAXIMUM.jobText.toLocaleString('en-US')} characters`

const line = z.string().max(MAXIMUM.jobLine)
const requiredSection = (message: string) => z.string().refine((text) => cleanText(text).trim() !== '', message)

/** Rules and messages of the job form (`spec.md` section 5). */
export const jobFormSchema = z
  .object({
    title: requiredText('Job title is required', MAXIMUM.jobLine),
    location: requiredText('Location is required', MAXIMUM.jobLine),
    department: requiredText('Department is required', MAXIMUM.jobLine),
    jobType: z.enum(JOB_TYPES),
    salaryRange: line,
    internalJobCode: line,
    projectCode: line,
    status: z.enum(FORM_STATUSES),
    jobOverview: requiredSection('Job overview is required'),
    description: z.string(),
    keyResponsibilities: requiredSection('Key responsibilities are required'),
    requirements: requiredText('Requirements are required', MAXIMUM.jobText),
    growthCultureFit: z.string(),
    benefitsPerks: z.string(),
  })
  .superRefine((values, context) => {
    if (descriptionOf(values).length <= MAXIMUM.jobText) return
    const longest = Object.values(SECTION_FIELDS).toSorted((one, other) => values[other].length - values[one].length)[0]
    context.addIssue({ code: 'custom', path: [longest ?? 'jobOverview'], message: TOO_LONG })
  })

/** What the job form holds. */
export type JobFormValues = z.output<typeof jobFormSchema>

/** What each field is called on the screen (`spec.md` section 2). */
export const JOB_LABELS: Record<keyof JobFormValues, string> = {
  title: 'Job Title',
  location: 'Job Location',
  department: 'Department',
  jobType: 'Job Type',
  salaryRange: 'Salary Range',
  internalJobCode: 'Internal Job Code',
  projectCode: 'Project Code',
  status: 'Job Status',
  jobOverview: 'Job Overview',
  description: 'Description',
  keyResponsibilities: 'Key Responsibilities',
  requirements: 'Requirements',
  growthCultureFit: 'Growth & Culture Fit',
  benefitsPerks: 'Benefits & Perks',
}

/** The form of a new posting. */
export const NEW_JOB: JobFormValues = {
  title: '',
  location: '',
  department: '',
  jobType: 'Full-time',
  salaryRange: '',
  internalJobCode: '',
  projectCode: '',
  status: 'Active',
  jobOverview: '',
  description: '',
  keyResponsibilities: '',
  requirements: '',
  growthCultureFit: '',
  benefitsPerks: '',
}

const FORM_STATUS_OF: Record<Job['status'], JobFormValues['status']> = {
  active: 'Active',
  draft: 'Draft',
  cancelled: 'Archived',
  filled: 'Filled',
}

const STORED_STATUS_OF: Record<JobFormValues['status'], Pick<Job, 'status' | 'isActive'>> = {
  Active: { status: 'active', isActive: true },
  Draft: { status: 'draft', isActive: false },
  Archived: { status: 'cancelled', isActive: false },
  Filled: { status: 'filled', isActive: false },
}

/** What the form shows of a stored posting. The benefits section wins over the field of that name. */
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
    department: job.department ?? '',
    jobType: job.jobType,
    salaryRange: job.salaryRange ?? '',
    internalJobCode: job.internalJobCode ?? '',
    projectCode: job.projectCode ?? '',
    status: FORM_STATUS_OF[job.status],
    requirements: job.requirements,
  }
}

/**
 * The body that saves a form (`spec.md` section 7).
 * @param stored the posting that is edited: its status and switch are sent unchanged while Job Status says the same
 */
export function jobBodyOf(values: JobFormValues, stored?: Pick<Job, 'status' | 'isActive'>): JobCreate {
  const isUntouched = stored !== undefined && FORM_STATUS_OF[stored.status] === values.status
  const { status, isActive } = isUntouched ? stored : STORED_STATUS_OF[values.status]
  return {
    title: values.title,
    location: values.location,
    department: values.department || null,
    jobType: values.jobType,
    salaryRange: values.salaryRange.trim() || null,
    internalJobCode: values.internalJobCode.trim() || null,
    projectCode: values.projectCode.trim() || null,
    description: descriptionOf(values),
    requirements: values.requirements,
    benefits: values.benefitsPerks.trim() || null,
    status,
    isActive,
  }
}

type SectionTexts = Pick<JobFormValues, (typeof SECTION_FIELDS)[SectionTitle]>

function descriptionOf(values: SectionTexts): string {
  const sections = emptySections()
  // What the server would take out goes before composing: afterwards, it could uncover a line that reads as a heading.
  for (const title of SECTION_TITLES) sections[title] = cleanText(values[SECTION_FIELDS[title]]).trimEnd()
  return composeDescription(sections)
}
