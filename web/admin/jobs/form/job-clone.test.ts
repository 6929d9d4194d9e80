import { expect, test } from 'vitest'
import { type Job, jobCreateSchema } from '../../../../contract/jobs/job.ts'
import { NO_FACTS } from '../../../../contract/jobs/job-facts.ts'
import { cloneBodyOf } from './job-clone.ts'

const CONTENT = {
  title: 'SCADA Engineer',
  location: 'Midland, TX',
  department: null,
  jobType: 'Full-time',
  salaryRange: null,
  internalJobCode: 'ENG-7',
  projectCode: 'P-1',
  description: 'Work.',
  requirements: 'Know.',
  benefits: null,
  ...NO_FACTS,
  criteria: ['PLC programming'],
  questions: [
    {
      text: 'Do you have a TWIC card?',
      kind: 'yes_no',
      isRequired: true,
      choices: [],
      lookAtFirst: ['Yes'],
      probablyNot: [],
    },
  ],
} satisfies Partial<Job>

const JOB: Job = {
  ...CONTENT,
  askedQuestions: [],
  id: 7,
  version: 1,
  status: 'filled',
  isActive: true,
  publishedAt: null,
  createdAt: '2025-06-13T12:00:00.000Z',
  closingDate: '2025-06-30',
  closedDate: '2025-06-14T12:00:00.000Z',
  clonedFromId: 3,
}

test('a clone is an inactive draft of the same content that knows its original, and nothing the server would refuse', () => {
  const body = cloneBodyOf(JOB)
  expect(jobCreateSchema.parse(body)).toEqual(body)
  expect(body).toEqual({
    ...CONTENT,
    internalJobCode: 'ENG-7-COPY',
    status: 'draft',
    isActive: false,
    clonedFromId: 7,
  })
})

test('without an internal job code there is no suffix either', () => {
  expect(cloneBodyOf({ ...JOB, internalJobCode: null }).internalJobCode).toBeNull()
})

test.each([
  ['C'.repeat(195), `${'C'.repeat(195)}-COPY`],
  ['C'.repeat(196), `${'C'.repeat(195)}-COPY`],
  ['C'.repeat(200), `${'C'.repeat(195)}-COPY`],
  [`${'C'.repeat(194)}🛢`, `${'C'.repeat(194)}-COPY`],
])('an internal job code of any length leaves space for the suffix', (internalJobCode, expected) => {
  const body = cloneBodyOf({ ...JOB, internalJobCode })
  expect(body.internalJobCode).toBe(expected)
  expect(jobCreateSchema.parse(body)).toEqual(body)
})
