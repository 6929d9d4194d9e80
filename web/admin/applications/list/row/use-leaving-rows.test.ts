import { expect, test } from 'vitest'
import type { ListedApplication } from '../../../../../contract/applications/application-list.ts'
import { keysOf, leavingOf } from './use-leaving-rows.ts'

const row = (id: number) => ({ id }) as ListedApplication
const leaving = (...rows: Array<[id: number, index: number]>) =>
  rows.map(([id, index]) => ({ application: row(id), index }))

test('rows that left the list keep the index that they had', () => {
  expect(leavingOf({ applications: [row(1), row(2), row(3)], leaving: [] }, [row(2)])).toEqual(leaving([1, 0], [3, 2]))
})

test('a row that is still in motion goes on, unless it came back', () => {
  const before = { applications: [row(2)], leaving: leaving([1, 0], [3, 2]) }
  expect(leavingOf(before, [row(2), row(3)])).toEqual(leaving([1, 0]))
})

test('on one page a row keeps its element, and a new one gets its own', () => {
  const before = keysOf([row(1), row(2), row(3)])
  const after = keysOf([row(9), row(1), row(3)], before, before)
  expect([after.get(1), after.get(3)]).toEqual([before.get(1), before.get(3)])
  expect([...before.values()]).not.toContain(after.get(9))
})

test('the rows of another page take over the elements in their order', () => {
  const before = keysOf([row(1), row(2)])
  expect([...keysOf([row(2), row(7), row(8)], before).values()]).toEqual([...before.values(), expect.any(Number)])
})

test('an element that somebody is at is not handed on: it stays with its row, or leaves with it', () => {
  const before = keysOf([row(1), row(2), row(3)])
  const staying = keysOf([row(7), row(8), row(2)], before, new Set([2]))
  expect([7, 8, 2].map((id) => staying.get(id))).toEqual([1, 3, 2].map((id) => before.get(id)))
  const leaving = keysOf([row(7), row(8), row(9)], before, new Set([2]))
  expect([7, 8].map((id) => leaving.get(id))).toEqual([1, 3].map((id) => before.get(id)))
  expect([...before.values()]).not.toContain(leaving.get(9))
})

test('no two rows share an element', () => {
  const first = keysOf([row(1), row(2), row(3)])
  const second = keysOf([row(4), row(5)], first)
  const third = keysOf([row(4), row(6), row(7), row(5)], second, second)
  expect(new Set(third.values()).size).toBe(4)
})
