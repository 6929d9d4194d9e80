import { expect, test } from 'vitest'
import type { ListedApplication } from '../../../../contract/applications/application-list.ts'
import { leavingOf } from './use-leaving-rows.ts'

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
