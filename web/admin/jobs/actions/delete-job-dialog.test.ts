import { expect, test } from 'vitest'
import { describeApplicationsOf } from './delete-job-dialog.tsx'

test('the question before a deletion says how many applications stay', () => {
  expect([0, 1, 12, undefined].map(describeApplicationsOf)).toEqual([
    'It has no applications.',
    'Its 1 application is not deleted. It will be listed under “Unknown Position”.',
    'Its 12 applications are not deleted. They will be listed under “Unknown Position”.',
    'Its applications are not deleted. They will be listed under “Unknown Position”.',
  ])
})
