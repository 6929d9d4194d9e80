import type { JobCreate } from '../../contract/jobs/job.ts'
import { composeDescription } from '../../contract/jobs/job-description.ts'
import { type JobFacts, NO_FACTS } from '../../contract/jobs/job-facts.ts'
import type { Moment } from '../moment.ts'

/** A demo posting: the body of its create call, and what the database would have recorded by itself. */
export type DemoJob = {
  posting: JobCreate
  /** Becomes `createdAt`. */
  posted: Moment
  /** Becomes `closedDate`; only filled postings have one. */
  closed?: Moment
  /** Its day becomes `closingDate`. */
  closes?: Moment
  /** Index in `demoJobs` of the posting this one was cloned from; becomes `clonedFromId`. */
  cloneOf?: number
}

/** What an author writes for one posting; lists are arrays of lines without their dash. */
export type PostingContent = Partial<JobFacts> & {
  title: string
  location: string
  department: string | null
  jobType: JobCreate['jobType']
  salaryRange: string | null
  internalJobCode: string | null
  projectCode: string | null
  status: JobCreate['status']
  isActive: boolean
  overview: string
  description: string
  responsibilities: string[]
  culture: string
  benefits: string[]
  requirements: string[]
  questions?: NonNullable<JobCreate['questions']>
  criteria?: string[]
}

/** Turns content into the body that the job form would send. */
export function postingOf(content: PostingContent): JobCreate {
  const {
    overview,
    description,
    responsibilities,
    culture,
    benefits,
    requirements,
    questions = [],
    criteria = [],
    ...fields
  } = content
  return {
    ...NO_FACTS,
    ...fields,
    description: composeDescription({
      'Job Overview': overview,
      Description: description,
      'Key Responsibilities': dashList(responsibilities),
      'Growth & Culture Fit': culture,
      'Benefits & Perks': dashList(benefits),
    }),
    requirements: dashList(requirements),
    benefits: dashList(benefits),
    questions,
    criteria,
  }
}

function dashList(lines: string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

/** What every salaried employee of the firm gets. */
export const EMPLOYEE_BENEFITS = [
  'Medical, dental and vision; we pay 90% of the employee premium and half for dependents',
  '401(k) with a 5% match, vested from day one',
  '15 days of paid time off plus nine holidays',
]

/** What a question has whose answer the applicant writes. */
export const WRITTEN = { isRequired: false, choices: [], lookAtFirst: [], probablyNot: [] }
