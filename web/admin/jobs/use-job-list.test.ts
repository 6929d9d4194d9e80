import { expect, test } from 'vitest'
import type { Job } from '../../../contract/jobs/job.ts'
import { changeRow, undoRow } from './use-job-list.ts'

const job = (id: number, isActive = true) => ({ id, isActive }) as Job
const JOBS = [job(3), job(2), job(1)]

test('a change reaches its own row alone, or takes it out', () => {
  expect(changeRow(JOBS, 2, (one) => ({ ...one, isActive: false }))).toEqual([job(3), job(2, false), job(1)])
  expect(changeRow(JOBS, 2, () => null)).toEqual([job(3), job(1)])
  expect(changeRow(JOBS, 9, () => null)).toEqual(JOBS)
})

test('a refusal reverts its own row and preserves later changes', () => {
  const both = changeRow(
    changeRow(JOBS, 3, (one) => ({ ...one, isActive: false })),
    1,
    (one) => ({ ...one, isActive: false }),
  )
  expect(undoRow(both, job(3), 0)).toEqual([job(3), job(2), job(1, false)])
})

test('a posting whose deletion was refused returns to its index, next to a new one too', () => {
  const without = changeRow(JOBS, 2, () => null)
  expect(undoRow(without, job(2), 1)).toEqual(JOBS)
  expect(undoRow([job(1)], job(2), 1)).toEqual([job(1), job(2)])
})
