import { expect, expectTypeOf, test } from 'vitest'
import {
  APPLICATION_STAGES,
  APPLICATION_STATUS,
  type StatusEntry,
} from '../contract/applications/application-statuses.ts'
import {
  APPLICATION_STATUSES,
  decisionOf,
  FINAL_STATUSES,
  FIRST_STATUS,
  isDecided,
  REFUSAL_STATUSES,
  STATUSES_BY_KEY,
  type StatusWithMessage,
  shortMoveOf,
} from '../contract/applications/status-lists.ts'
import type { TemplateKind } from '../contract/messages/message-kinds.ts'

const entries = Object.values<StatusEntry>(APPLICATION_STATUS)

test('a status that sends a message does not compile until there is a kind of message with its name', () => {
  expectTypeOf<StatusWithMessage>().toExtend<TemplateKind>()
})

test('the keys of the statuses are 1, 2, 3 and so on, in the order of the specification', () => {
  expect(STATUSES_BY_KEY).toEqual(['pending', 'reviewing', 'interview', 'hired', 'rejected'])
  expect(STATUSES_BY_KEY.map((status) => APPLICATION_STATUS[status].key)).toEqual(entries.map((_, index) => index + 1))
})

test('every move ends with the name of its status, which short buttons say; a refusal says its verb', () => {
  for (const { move, name } of entries) expect(move).toMatch(new RegExp(`^\\S+ \\S+ ${name}$`))
  expect(STATUSES_BY_KEY.map(shortMoveOf)).toEqual(['Pending', 'Reviewing', 'Interview', 'Hired', 'Reject'])
})

test('a new application waits for its first decision, and its applicant reads that it was received', () => {
  expect(APPLICATION_STATUS[FIRST_STATUS]).toMatchObject({ isOpen: true, isDecision: false, message: null })
  expect(APPLICATION_STATUS[FIRST_STATUS].stage).toBe(APPLICATION_STAGES[0])
})

test('whatever ends an application is a decision that its applicant reads, and a refusal is told by a message', () => {
  expect(FINAL_STATUSES).toEqual(['rejected', 'hired'])
  for (const status of FINAL_STATUSES) {
    expect(APPLICATION_STATUS[status]).toMatchObject({ isDecision: true, stage: 'decided' })
  }
  for (const status of REFUSAL_STATUSES) {
    expect(APPLICATION_STATUS[status]).toMatchObject({ isOpen: false, message: expect.any(String) })
  }
})

test('an archived application is decided; what its applicant is to know is its final status, or that it is archived', () => {
  const decisions = (archived: boolean) => APPLICATION_STATUSES.map((status) => decisionOf({ status, archived }))
  expect(decisions(false)).toEqual([null, null, 'interview', 'rejected', 'hired'])
  expect(decisions(true)).toEqual(['archived', 'archived', 'archived', 'rejected', 'hired'])
  expect(APPLICATION_STATUSES.map((status) => isDecided({ status, archived: false }))).toEqual([
    ...[false, false, false],
    ...[true, true],
  ])
})
