import { expect, test } from 'vitest'
import type { RefusedApplication, UndoneChange } from '../../../../contract/applications/application-changes.ts'
import { describeChange, describeDeleted, describeRefused, describeUndone } from './change-texts.ts'

const named = (...names: string[]) => names.map((name, id) => ({ id, name }))
const refuse = (name: string | null, reason: RefusedApplication['reason'] = 'changed_meanwhile') =>
  ({ id: 1, name, reason, stored: null }) as const
const undone = (changed: string[], refused: RefusedApplication[] = [], unchanged: number[] = []) =>
  ({ changed: named(...changed), refused, unchanged, notified: [], withheld: [] }) as unknown as UndoneChange
const toastOf = (noun: string, ...done: Array<UndoneChange | null>) => describeUndone({ noun, changes: [], done })

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
})

test('up to three refused applications are named with the reason, the others are counted', () => {
  expect(describeRefused([refuse('Ana'), refuse(null, 'not_found')])).toBe(
    'Ana was changed by another admin meanwhile. One application no longer exists.',
  )
  const five = ['Ana', 'Ben', 'Cy', 'Di', 'Ed'].map((name) => refuse(name, 'quarantined'))
  expect(describeRefused(five)).toBe(
    'Ana is in quarantine. Ben is in quarantine. Cy is in quarantine. 2 more were not changed.',
  )
})

test('an undo says whom it brought back, and whom not', () => {
  expect(toastOf('Change', undone(['Ana']))).toMatchObject({ title: 'Change undone', about: 'Ana' })
  expect(toastOf('Move', undone(['Ana'], [refuse('Ben')]))).toEqual({
    title: 'Move partly undone',
    description: 'Ben was changed by another admin meanwhile.',
    tone: 'error',
  })
  expect(toastOf('Move', undone([], [refuse('Ben')])).title).toBe('Undo failed')
  expect(toastOf('Change', null)).toMatchObject({
    title: 'Change undone',
    description: 'It was already undone.',
  })
})

test('an undo says whose message has already been sent', () => {
  expect(toastOf('Change', { ...undone(['Ana', 'Ben']), withheld: [0] }).description).toBe(
    'The message written to Ana was cancelled with it.',
  )
  const toAna = { ...undone(['Ana', 'Ben']), notified: [0] }
  expect(toastOf('Change', toAna).description).toBe('The message to Ana has already been sent.')
  expect(toastOf('Change', { ...toAna, notified: [0, 1] }).description).toBe(
    'The messages to Ana and Ben have already been sent.',
  )
})

test('an undo of a filling says what became of the posting, and counts those that are open again, also by hand', () => {
  const toast = (outcome: 'reopened' | 'changed_meanwhile') =>
    describeUndone({
      ...{ noun: 'Filling', outcome: 'open again', changes: [] },
      done: [{ ...undone(['Ana', 'Ben'], [], [3]), posting: { title: 'Baker', outcome } }],
    })
  expect(toast('reopened')).toMatchObject({
    title: 'Filling undone',
    description: 'The posting is open again. 3 applications are open again.',
  })
  expect(toast('changed_meanwhile')).toMatchObject({
    title: 'Filling partly undone',
    description: 'The posting was changed meanwhile. 3 applications are open again.',
  })
})
