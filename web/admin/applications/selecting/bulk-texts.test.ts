import { expect, test } from 'vitest'
import { askToDelete, describeBulkChange, describeRefused } from './bulk-texts.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))

test('a change of several is said in the words for one, with how many', () => {
  const toast = describeBulkChange({ status: 'hired' }, named('Ana', 'Ben'))
  expect(toast).toEqual({
    title: 'Status updated',
    about: '2 applications',
    description: 'Application status changed to hired',
  })
  expect(describeBulkChange({ archived: true }, named('Ana'))).toEqual({ title: 'Application archived', about: 'Ana' })
})

test('the question before a deletion says how many, and names up to three', () => {
  expect(askToDelete(named('Ana'))).toContain('this application (Ana)?')
  expect(askToDelete(named('Ana', 'Ben', 'Cleo'))).toContain('these 3 applications (Ana, Ben and Cleo)?')
  expect(askToDelete(named('Ana', 'Ben', 'Cleo', 'Dan'))).toContain('(Ana, Ben, Cleo and 1 more)?')
})

test('each refused application is named with its reason', () => {
  const refused = [
    { id: 1, name: 'Ana', reason: 'changed_meanwhile', stored: null },
    { id: 2, name: null, reason: 'not_found', stored: null },
  ] as const
  expect(describeRefused([...refused])).toBe(
    'Ana was changed by another admin meanwhile. One application no longer exists.',
  )
})
