import { expect, test } from 'vitest'
import type { Application } from '../../../../contract/application.ts'
import { FIRST_VIEW } from '../list/list-view.ts'
import { applicationsOf, changeQueue, placeOf, type QueueData, restoreToQueue } from './review-queue.ts'

const application = (id: number, changes: Partial<Application> = {}) =>
  ({ id, status: 'pending', archived: false, quarantined: false, jobId: null, ...changes }) as Application

/** Two pages of two, of five applications. */
const QUEUE: QueueData = {
  pages: [
    { applications: [application(1), application(2)], total: 5, hasMore: false, nextCursor: 'a' },
    { applications: [application(3), application(4)], total: 5, hasMore: false, nextCursor: 'b' },
  ],
  pageParams: [null, 'a'],
}

const ids = (queue: QueueData) => applicationsOf(queue).map(({ id }) => id)

test('a decided application leaves the queue, and the total counts one less', () => {
  const after = changeQueue(QUEUE, FIRST_VIEW, 3, application(3, { status: 'rejected' }))
  expect(ids(after)).toEqual([1, 2, 4])
  expect(after.pages.map(({ total }) => total)).toEqual([4, 4])
})

test('an application that still belongs to the list stays in its place', () => {
  const after = changeQueue(QUEUE, FIRST_VIEW, 3, application(3, { feedback: 'Good' }))
  expect(ids(after)).toEqual([1, 2, 3, 4])
  expect(applicationsOf(after)[2]?.feedback).toBe('Good')
})

test.each([0, 1, 2, 3])('an undo puts an application back at index %i', (index) => {
  const removed = applicationsOf(QUEUE)[index] as Application
  const without = changeQueue(QUEUE, FIRST_VIEW, removed.id, null)
  expect(ids(restoreToQueue(without, FIRST_VIEW, removed, index))).toEqual([1, 2, 3, 4])
})

test('an undo puts nothing into a list to which the application does not belong, nor twice into its own', () => {
  expect(restoreToQueue(QUEUE, { ...FIRST_VIEW, tab: 'hired' }, application(9), 0)).toBe(QUEUE)
  expect(restoreToQueue(QUEUE, { ...FIRST_VIEW, job: '7' }, application(9, { jobId: 8 }), 0)).toBe(QUEUE)
  expect(ids(restoreToQueue(QUEUE, FIRST_VIEW, application(2), 0))).toEqual([1, 2, 3, 4])
})

test('the neighbors of an application are those beside it, without those that are leaving', () => {
  const queue = applicationsOf(QUEUE)
  expect(placeOf(queue, 2, 0)).toMatchObject({ index: 1, previous: { id: 1 }, next: { id: 3 } })
  expect(placeOf(queue, 2, 0, new Set([1, 3]))).toMatchObject({ index: 1, previous: undefined, next: { id: 4 } })
  expect(placeOf(queue, 4, 0)).toMatchObject({ previous: { id: 3 }, next: undefined })
})

test('an application that left the queue keeps the neighbors that it had', () => {
  const queue = applicationsOf(changeQueue(QUEUE, FIRST_VIEW, 2, null))
  expect(placeOf(queue, 2, 1)).toMatchObject({ index: undefined, previous: { id: 1 }, next: { id: 3 } })
})
