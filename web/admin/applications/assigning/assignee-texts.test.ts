import { expect, test } from 'vitest'
import { applicant } from '../../../../test/web-test-kit.ts'
import { describeAssignment, initialsOf } from './assignee-texts.ts'

test.each([
  ['Rita Rey', 'RR'],
  ['Anna Maria de la Cruz', 'AC'],
  ['rita', 'RI'],
  ['ana.ito@example.com', 'AC'],
  ['𝒵oë', '𝒵O'],
  ['李', '李'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('an assignment says whose the applications are, and why others were not changed', () => {
  const ana = applicant(1, { name: 'Ana' })
  const made = { id: 7, undoableUntil: null, changed: [ana], refused: [], unchanged: [] }
  expect(describeAssignment(made, 'Rita Rey')).toEqual({ title: 'Assigned to Rita Rey', about: 'Ana' })
  expect(describeAssignment({ ...made, unchanged: [2] }, undefined)).toEqual({
    title: 'No longer assigned',
    about: '2 applications',
  })
  const ben = applicant(2, { name: 'Ben', assignee: { id: 3, name: 'Cy' } })
  const refused = [
    { id: 2, name: 'Ben', reason: 'changed_meanwhile' as const, stored: ben },
    { id: 4, name: 'Di', reason: 'not_a_viewer' as const, stored: null },
  ]
  expect(describeAssignment({ ...made, changed: [], refused }, 'Rita Rey')).toEqual({
    title: 'Assignment failed',
    description: 'Not changed: Ben was given to Cy by another admin meanwhile. Di cannot be seen by Rita Rey.',
    tone: 'error',
  })
})
