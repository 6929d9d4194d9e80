import { expect, test } from 'vitest'
import { daysOf, nameOf, readWeek, weekAfter, weekOf, writeWeek } from './week-view.ts'

const NOW = new Date(2026, 2, 4, 12)

test('an address names its week, and any other means the week of today', () => {
  expect(nameOf(weekOf(NOW))).toBe('2026-W10')
  expect(nameOf(readWeek('week=2026-W53', NOW))).toBe('2026-W53')
  expect(readWeek('week=2027-W01', NOW).begin).toEqual(new Date(2027, 0, 4))
  for (const query of ['', 'week=2026-W00', 'week=2026-W54', 'week=next', 'week=1026-W10'])
    expect(readWeek(query, NOW), query).toEqual(weekOf(NOW))
})

test('every week of six years has its own name, from which it is read again', () => {
  const names = new Set<string>()
  let week = weekOf(new Date(2024, 0, 1))
  for (let count = 0; count < 313; count += 1) {
    names.add(nameOf(week))
    expect(readWeek(writeWeek(week, new Date(2035, 0, 1)).slice(1), NOW)).toEqual(week)
    week = weekAfter(week, 1)
  }
  expect(names.size).toBe(313)
})

test('a week has seven days, also when the clocks change', () => {
  const days = daysOf(weekOf(new Date(2026, 2, 29)))
  expect(days.map((day) => [day.getDay(), day.getHours()])).toEqual([1, 2, 3, 4, 5, 6, 0].map((day) => [day, 0]))
})
