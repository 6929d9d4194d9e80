import { expect, test } from 'vitest'
import type { Person } from '../../../contract/accounts/people.ts'
import { changeOf, fieldsOf, invitationOf, NEW_PERSON, postingFaults } from './person-form.ts'

const ana: Person = {
  ...{ id: 1, username: 'ana', displayName: 'Ana', email: null, isEmailConfirmed: false, role: 'hiring_manager' },
  ...{
    assignments: [{ jobId: 7, decides: false }],
    deactivatedAt: null,
    lastSeenAt: null,
    secondFactors: [],
    createdAt: '',
  },
}

test('only what differs is sent, and another role sends no postings', () => {
  const fields = fieldsOf(ana)
  expect(changeOf(ana, fields)).toBeUndefined()
  expect(changeOf(ana, { ...fields, displayName: ' ', email: ' a@b.example ' })).toEqual({
    displayName: null,
    email: 'a@b.example',
  })
  expect(changeOf(ana, { ...fields, assignments: [{ jobId: 7, decides: true }] })).toEqual({
    assignments: [{ jobId: 7, decides: true }],
  })
  expect(changeOf(ana, { ...fields, role: 'owner' })).toEqual({ role: 'owner', assignments: [] })
  const tried = { ...NEW_PERSON, displayName: ' Ben ', assignments: ana.assignments }
  expect(invitationOf(tried, false)).toMatchObject({ displayName: 'Ben', email: null, assignments: [] })
})

test('a refused posting is found by its place in what was sent', () => {
  expect(postingFaults({ 'assignments.0.jobId': 'Gone', email: 'Wrong' }, ana.assignments)).toEqual(
    new Map([[7, 'Gone']]),
  )
})
