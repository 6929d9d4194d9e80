import { expect, test } from 'vitest'
import type { RefusedApplication } from '../../../../contract/applications/application-changes.ts'
import { describeChange, describeDeleted, describeRefused } from './change-texts.ts'

const named = (...names: string[]) => names.map((name, id) => ({ id, name }))
const refuse = (name: string | null, reason: RefusedApplication['reason'] = 'changed_meanwhile') =>
  ({ id: 1, name, reason, stored: null }) as const

test('a change is said in the specified words, about one by name or about several by number', () => {
  const description = 'Application status changed to hired'
  expect(describeChange({ status: 'hired' }, named('Ana'))).toEqual({
    title: 'Status updated',
    about: 'Ana',
    description,
  })
  expect(describeChange({ status: 'hired' }, named('Ana', 'Ben'))).toEqual({
    title: 'Status updated',
    about: '2 applications',
    description: 'changed to hired',
  })
  const titles = [true, false].map((archived) => describeChange({ archived }, named('Ana')).title)
  expect(titles).toEqual(['Application archived', 'Application unarchived'])
  expect(describeChange({ archived: true }, named('Ana', 'Ben')).title).toBe('Applications archived')
})

test('a deletion says how many were deleted, and that the others no longer exist', () => {
  const refused = [{ id: 3, reason: 'not_found' as const }]
  expect(describeDeleted({ deleted: [1, 2], refused: [] })).toEqual({
    title: 'Applications deleted',
    about: '2 applications',
  })
  expect(describeDeleted({ deleted: [1, 2], refused })).toEqual({
    title: 'Applications deleted',
    about: '2 applications',
    description: '1 application no longer exists.',
  })
  expect(describeDeleted({ deleted: [], refused: [...refused, ...refused] })).toEqual({
    title: 'Delete failed',
    about: '2 applications',
    description: 'no longer exist.',
    tone: 'error',
  })
  const held = { id: 2, reason: 'held' as const }
  expect(describeDeleted({ deleted: [1], refused: [...refused, held] }).description).toBe(
    '1 application no longer exists. 1 application stays: of people who are held for a legal matter.',
  )
  expect(describeDeleted({ deleted: [], refused: [held] })).toMatchObject({ title: 'Delete failed', tone: 'error' })
  expect(describeDeleted({ deleted: [], refused: [...refused, held] }).description).toContain('no longer exists. 1')
})

test('up to three refused applications are named with the reason, the others are counted', () => {
  expect(describeRefused([refuse('Ana'), refuse(null, 'not_found')])).toBe(
    'Ana was changed by another admin meanwhile. One application no longer exists.',
  )
  expect(describeRefused([refuse('Ana', 'set_aside')])).toBe('Ana is set aside to be erased.')
  const five = ['Ana', 'Ben', 'Cy', 'Di', 'Ed'].map((name) => refuse(name, 'quarantined'))
  expect(describeRefused(five)).toBe(
    'Ana is in quarantine. Ben is in quarantine. Cy is in quarantine. 2 more were not changed.',
  )
})
