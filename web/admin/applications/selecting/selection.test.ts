import { expect, test } from 'vitest'
import type { Application } from '../../../../contract/applications/application.ts'
import { rangeOf, refreshed, withSelected } from './selection.ts'

const row = (id: number, version = 1) => ({ id, version, name: `Applicant ${id}` }) as Application
const ROWS = [row(5), row(3), row(9), row(1)]
const ids = (rows: Iterable<Application>) => [...rows].map(({ id }) => id)

test('a range runs in list order, in both directions, with both ends', () => {
  expect(ids(rangeOf(ROWS, 3, 1))).toEqual([3, 9, 1])
  expect(ids(rangeOf(ROWS, 9, 5))).toEqual([5, 3, 9])
})

test('without a row to start from, a range is one row; without its row, none', () => {
  expect(ids(rangeOf(ROWS, null, 9))).toEqual([9])
  expect(ids(rangeOf(ROWS, 77, 9))).toEqual([9])
  expect(rangeOf(ROWS, 5, 77)).toEqual([])
})

test('rows are added and taken out', () => {
  const selected = withSelected(new Map(), ROWS, true)
  expect(ids(withSelected(selected, [row(3), row(1)], false).values())).toEqual([5, 9])
})

test('a selected row has the version that is shown; rows that left the list stay as they were seen', () => {
  const selected = withSelected(new Map(), [row(5), row(3)], true)
  const later = refreshed(selected, [row(3, 2), row(9)])
  expect([...later.values()].map(({ id, version }) => [id, version])).toEqual([
    [5, 1],
    [3, 2],
  ])
  expect(refreshed(later, [row(9)])).toBe(later)
})
