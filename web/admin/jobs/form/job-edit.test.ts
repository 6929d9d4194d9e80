import { expect, test } from 'vitest'
import type { Job } from '../../../../contract/jobs/job.ts'
import { NO_FACTS } from '../../../../contract/jobs/job-facts.ts'
import { mergeEdit } from './job-edit.ts'
import { formValuesOf } from './job-form-values.ts'

const SEEN: Job = {
  id: 7,
  version: 1,
  title: 'SCADA Engineer',
  location: 'Midland, TX',
  department: 'Engineering',
  jobType: 'Full-time',
  salaryRange: null,
  internalJobCode: null,
  projectCode: null,
  description: '## Job Overview\nBuild.\n\n## Key Responsibilities\nDo.',
  requirements: '- Two years\r\n- Ignition',
  benefits: null,
  questions: [],
  askedQuestions: [],
  criteria: [],
  status: 'active',
  isActive: true,
  ...NO_FACTS,
  publishedAt: null,
  createdAt: '2025-06-13T12:00:00.000Z',
  closedDate: null,
  clonedFromId: null,
}

/** The form as a browser submits it, with its own line endings. */
const edit = (changes: Partial<ReturnType<typeof formValuesOf>>) => ({
  ...formValuesOf(SEEN),
  requirements: '- Two years\n- Ignition',
  ...changes,
})

test('fields that only one side changed are merged', () => {
  const current = { ...SEEN, version: 2, location: 'Odessa, TX', status: 'draft' as const }
  expect(mergeEdit(SEEN, edit({ department: 'Field' }), current)).toEqual({
    values: { ...formValuesOf(current), department: 'Field' },
    conflicts: [],
  })
})

test('sections of the description are merged separately', () => {
  const current = { ...SEEN, description: SEEN.description.replace('Do.', 'Do more.') }
  const { values, conflicts } = mergeEdit(SEEN, edit({ jobOverview: 'Build it.' }), current)
  expect([values.jobOverview, values.keyResponsibilities, conflicts]).toEqual(['Build it.', 'Do more.', []])
})

test('a field that both have changed is a conflict, and one’s own stays; the same change is none', () => {
  const current = { ...SEEN, title: 'Theirs', location: 'Odessa, TX' }
  const { values, conflicts } = mergeEdit(SEEN, edit({ title: 'Mine', location: 'Odessa, TX ' }), current)
  expect([values.title, conflicts]).toEqual(['Mine', ['title']])
})
