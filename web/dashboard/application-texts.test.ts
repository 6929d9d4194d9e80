import { expect, test } from 'vitest'
import { formatAppliedDate, jobPositionOf } from './application-texts.ts'

test('a day is short and American', () => {
  expect(formatAppliedDate('2025-06-13T12:00:00.000Z')).toBe('Jun 13, 2025')
})

test('no day and no readable day say so', () => {
  expect([formatAppliedDate(null), formatAppliedDate('soon')]).toEqual(['N/A', 'Invalid date'])
})

test('the position is the title, general, or unknown', () => {
  const jobs = [{ id: 1, title: 'Ignition Developer' }]
  expect([1, null, 2].map((jobId) => jobPositionOf({ jobId }, jobs))).toEqual([
    'Ignition Developer',
    'General Application',
    'Unknown Position',
  ])
})
