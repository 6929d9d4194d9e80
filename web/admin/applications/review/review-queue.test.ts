import { expect, test } from 'vitest'
import type { Application } from '../../../../contract/applications/application.ts'
import { FIRST_VIEW } from '../list-view.ts'
import { dropFromQueue, positionOf, type QueueData, readQueue, updateQueue } from './review-queue.ts'

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

const shape = (queue: QueueData, view = FIRST_VIEW) => {
  const { applications, total } = readQueue(queue, view)
  return [applications.map(({ id }) => id), total]
}

test('a decided application leaves the queue, and the total counts one less', () => {
  expect(shape(updateQueue(QUEUE, { id: 3, status: 'rejected' }))).toEqual([[1, 2, 4], 4])
  expect(shape(updateQueue(QUEUE, { id: 3, feedback: 'Good' }))).toEqual([[1, 2, 3, 4], 5])
})

test.each([
  [1, 2, 3],
  [3, 1, 2],
  [2, 3, 1],
])('decisions that come back in the order %i, %i, %i each come back to their place', (...order) => {
  let queue = QUEUE
  for (const id of [1, 2, 3]) queue = updateQueue(queue, { id, status: 'rejected' })
  expect(shape(queue)).toEqual([[4], 2])
  for (const id of order) queue = updateQueue(queue, { id, status: 'pending' })
  expect(shape(queue)).toEqual([[1, 2, 3, 4], 5])
})

test('a deleted application leaves every list', () => {
  expect(shape(dropFromQueue(QUEUE, 3))).toEqual([[1, 2, 4], 4])
  expect(dropFromQueue(QUEUE, 9)).toBe(QUEUE)
})

test('an application belongs to the list of its tab and posting', () => {
  expect(shape(QUEUE, { ...FIRST_VIEW, tab: 'hired' })).toEqual([[], 1])
  const ofJob = updateQueue(QUEUE, { id: 2, jobId: 7 })
  expect(shape(ofJob, { ...FIRST_VIEW, job: '7' })).toEqual([[2], 2])
})

test('the neighbors of an application are those beside it, without those that are leaving', () => {
  const queue = readQueue(QUEUE, FIRST_VIEW).applications
  expect(positionOf(queue, 2, 0)).toMatchObject({ index: 1, previous: { id: 1 }, next: { id: 3 } })
  expect(positionOf(queue, 2, 0, new Set([1, 3]))).toMatchObject({ index: 1, previous: undefined, next: { id: 4 } })
  expect(positionOf(queue, 4, 0)).toMatchObject({ previous: { id: 3 }, next: undefined })
})

test('an application that left the queue keeps the neighbors that it had', () => {
  const queue = readQueue(dropFromQueue(QUEUE, 2), FIRST_VIEW).applications
  expect(positionOf(queue, 2, 1)).toMatchObject({ index: undefined, previous: { id: 1 }, next: { id: 3 } })
})
