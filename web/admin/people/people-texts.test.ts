import { expect, test } from 'vitest'
import type { Person } from '../../../contract/accounts/people.ts'
import { describeEnd, isLastOwner } from './people-texts.ts'

test.each([
  ['2026-01-04T00:00:00.000Z', 'Works for 3 more days'],
  ['2026-01-03T00:00:01.000Z', 'Works for 2 more days'],
  ['2026-01-02T23:00:00.000Z', 'Works for 47 more hours'],
  ['2026-01-01T01:00:01.000Z', 'Works for 2 more hours'],
  ['2026-01-01T00:30:00.000Z', 'Works for less than an hour'],
  ['2026-01-01T00:00:00.000Z', 'Link has expired'],
])('a link that ends at %s: %s', (expiresAt, words) => {
  expect(describeEnd({ expiresAt }, new Date('2026-01-01T00:00:00.000Z'))).toBe(words)
})

test('the last owner is the one beside whom no other owner can sign in', () => {
  const person = (id: number, changes: Partial<Person> = {}) =>
    ({ id, role: 'owner', deactivatedAt: null, ...changes }) as Person
  const recruiter = person(2, { role: 'recruiter' })
  const gone = person(3, { deactivatedAt: '2026-01-01T00:00:00.000Z' })
  expect(isLastOwner(person(1), [person(1), recruiter, gone])).toBe(true)
  expect(isLastOwner(person(1), [person(1), person(4)])).toBe(false)
  expect(isLastOwner(recruiter, [person(1), recruiter])).toBe(false)
  expect(isLastOwner(gone, [gone, recruiter])).toBe(false)
})
