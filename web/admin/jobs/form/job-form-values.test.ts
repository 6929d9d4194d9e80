import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Job, jobCreateSchema } from '../../../../contract/jobs/job.ts'
import { MAXIMUM } from '../../../../contract/wire/limits.ts'
import { formValuesOf, type JobFormValues, jobBodyOf, jobFormSchema, NEW_JOB } from './job-form-values.ts'

const FILLED_IN: JobFormValues = {
  ...NEW_JOB,
  title: 'SCADA Engineer',
  location: 'Midland, TX',
  department: 'Engineering',
  jobOverview: 'Build.',
  keyResponsibilities: 'Do.',
  requirements: 'Know.',
}

/** The stored posting for a request body. */
function stored(values: JobFormValues, changes: Partial<Job> = {}): Job {
  const body = jobCreateSchema.parse(jobBodyOf(values))
  return {
    ...body,
    id: 1,
    version: 1,
    createdAt: '',
    publishedAt: null,
    askedQuestions: [],
    closedDate: null,
    clonedFromId: null,
    ...changes,
  }
}

const sectionText = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.constantFrom('', '## Description', '##Job Overview ', '\\## Benefits & Perks\u00a0', '## Anything', '\r', ' '),
    ),
  )
  .map((lines) => lines.join('\n'))

test('any set of section texts survives the way form, body, server, form, but for space at the end', () => {
  const texts = fc.record({
    jobOverview: sectionText.filter((text) => text.trim() !== ''),
    description: sectionText,
    keyResponsibilities: sectionText,
    growthCultureFit: sectionText,
    benefitsPerks: sectionText,
  })
  fc.assert(
    fc.property(texts, (written) => {
      const read = formValuesOf(stored({ ...FILLED_IN, ...written }))
      const expected = Object.entries(written).map(([field, text]) => [field, text.trimEnd()])
      expect(read).toMatchObject(Object.fromEntries(expected))
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ['##\u200b Description\nIn the list.', '## Description\nIn the list.'],
  ['\u202e## Job Overview', '## Job Overview'],
  ['## Benefits & Perks\u0007', '## Benefits & Perks'],
])('a line that is a heading only without its unseen characters stays text: %j', (description, seen) => {
  const read = formValuesOf(stored({ ...FILLED_IN, description }))
  expect(read).toMatchObject({
    jobOverview: 'Build.',
    description: seen,
    keyResponsibilities: 'Do.',
    benefitsPerks: '',
  })
})

test('everything else that was typed comes back too', () => {
  const written = {
    ...FILLED_IN,
    jobType: 'Contract',
    salaryRange: '$1',
    internalJobCode: 'A-1',
    projectCode: 'P',
  } as const
  expect(formValuesOf(stored(written))).toEqual(written)
})

test.each([
  ['Active', 'active', true],
  ['Draft', 'draft', false],
  ['Archived', 'cancelled', false],
] as const)('Job Status %s is sent as %s', (status, sent, isActive) => {
  expect(jobBodyOf({ ...FILLED_IN, status })).toMatchObject({ status: sent, isActive })
})

describe('an edited posting', () => {
  test.each([
    ['active', true],
    ['active', false],
    ['draft', true],
    ['cancelled', true],
    ['filled', false],
    ['filled', true],
  ] as const)('that is %s with the switch %s keeps both when Job Status was not touched', (status, isActive) => {
    const job = stored(FILLED_IN, { status, isActive })
    expect(jobBodyOf({ ...formValuesOf(job), title: 'Other' }, job)).toMatchObject({ status, isActive })
  })

  test('that is filled becomes active again when Job Status says so', () => {
    const job = stored(FILLED_IN, { status: 'filled', isActive: false })
    expect(formValuesOf(job).status).toBe('Filled')
    expect(jobBodyOf({ ...FILLED_IN, status: 'Active' }, job)).toMatchObject({ status: 'active', isActive: true })
  })
})

test('benefits go to the section and the field; reading, the section wins', () => {
  const job = stored({ ...FILLED_IN, benefitsPerks: 'Health' })
  expect(job).toMatchObject({ benefits: 'Health', description: expect.stringContaining('## Benefits & Perks\nHealth') })
  expect(formValuesOf({ ...job, benefits: 'Older' }).benefitsPerks).toBe('Health')
  expect(formValuesOf({ ...job, description: 'Plain', benefits: 'Older' }).benefitsPerks).toBe('Older')
})

test('a description that no form wrote is read as Description', () => {
  expect(formValuesOf(stored(FILLED_IN, { description: 'Just words.' }))).toMatchObject({
    description: 'Just words.',
    jobOverview: '',
  })
})

test('what is required is refused in the words of the specification', () => {
  const issues = jobFormSchema.safeParse({ ...NEW_JOB, jobOverview: ' \n' }).error?.issues
  expect(issues?.map(({ path, message }) => [path[0], message])).toEqual([
    ['title', 'Job title is required'],
    ['location', 'Location is required'],
    ['department', 'Department is required'],
    ['jobOverview', 'Job overview is required'],
    ['keyResponsibilities', 'Key responsibilities are required'],
    ['requirements', 'Requirements are required'],
  ])
})

test('sections that are too long together are refused at the longest', () => {
  const description = 'x'.repeat(MAXIMUM.jobText)
  const issues = jobFormSchema.safeParse({ ...FILLED_IN, description }).error?.issues
  expect(issues?.map(({ path, message }) => [path[0], message])).toEqual([
    ['description', 'All sections together may have at most 20,000 characters'],
  ])
})
