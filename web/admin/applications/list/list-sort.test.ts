import { expect, test } from 'vitest'
import { directionOf, nextSort } from './list-sort.ts'

test('a column starts in its usual order and turns round', () => {
  expect([nextSort('-date', 'name'), nextSort('name', 'name'), nextSort('-name', 'name')]).toEqual([
    'name',
    '-name',
    'name',
  ])
  expect([nextSort('name', 'date'), nextSort('-date', 'date')]).toEqual(['-date', 'date'])
})

test('only the column of the order has a direction', () => {
  expect((['name', 'date', 'status'] as const).map((column) => directionOf('-status', column))).toEqual([
    undefined,
    undefined,
    'descending',
  ])
})
