import { expect, test } from 'vitest'
import type { UndoneChange } from '../../../../contract/applications/application-changes.ts'
import { describeUndone } from './undone-texts.ts'

const named = (...names: string[]) => names.map((name, id) => ({ id, name }))
type Refused = UndoneChange['refused'][number]
const refuse = (name: string | null, reason: Refused['reason'] = 'changed_meanwhile') =>
  ({ id: 1, name, reason, stored: null }) as const
const NO_MAILS = { invitations: 0, cancellations: 0, leaveAt: null, sendsMail: true }
const undone = (changed: string[], refused: Refused[] = [], unchanged: number[] = []) =>
  ({
    ...{ changed: named(...changed), refused, unchanged, notified: [], withheld: [], mails: NO_MAILS },
  }) as unknown as UndoneChange
const toastOf = (noun: string, ...done: Array<UndoneChange | null>) => describeUndone({ noun, changes: [], done })

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

test('an undo that leaves an interview cancelled says what has ended the application', () => {
  const textOf = (reason: Refused['reason']) => toastOf('Cancellation', undone([], [refuse('Ana', reason)]))
  expect(textOf('withdrawn')).toEqual({
    ...{ title: 'Undo failed', description: 'Ana has withdrawn, so the interview stays cancelled.', tone: 'error' },
  })
  expect([textOf('rejected').description, textOf('archived').description]).toEqual([
    'Ana is rejected, so the interview stays cancelled. Undo that first.',
    'Ana is archived, so the interview stays cancelled. Unarchive the application first.',
  ])
})

test('an undo says how many invitations and cancellations leave after it, and when', () => {
  const leaveAt = '2026-03-02T12:10:00.000Z'
  const toAna = { ...undone(['Ana']), notified: [0], mails: { ...NO_MAILS, invitations: 2, leaveAt } }
  expect(toastOf('Cancellation', toAna).description).toBe(
    'The message to Ana has already been sent. 2 invitations leave in 10 minutes.',
  )
  const both = { ...undone(['Ana']), mails: { ...NO_MAILS, invitations: 1, cancellations: 1 } }
  expect(toastOf('Change', both).description).toBe('1 invitation leaves now. 1 cancellation leaves now.')
  const unmailed = { ...undone(['Ana']), mails: { ...both.mails, sendsMail: false } }
  expect(toastOf('Change', unmailed).description).toBe(
    'No mail server is configured, so nobody is told from here. The messages are kept, to copy or to send by hand.',
  )
})
