import { expect, test } from 'vitest'
import { formatHours } from './hours.ts'

const chicago = (startsAt: string, endsAt: string) =>
  formatHours({ startsAt, endsAt }, 'America/Chicago').replaceAll(/[\u2009\u202f]/g, ' ')

test.each([
  ['within an afternoon', '2026-03-02T21:00:00.000Z', '2026-03-02T21:45:00.000Z', '3:00 – 3:45 PM'],
  ['over noon', '2026-03-02T17:45:00.000Z', '2026-03-02T18:30:00.000Z', '11:45 AM – 12:30 PM'],
  ['over midnight of its zone', '2026-03-03T05:51:00.000Z', '2026-03-03T06:36:00.000Z', '11:51 PM – 12:36 AM'],
  ['over midnight of another zone', '2026-03-02T23:45:00.000Z', '2026-03-03T00:30:00.000Z', '5:45 – 6:30 PM'],
])('the hours of an interview %s hold no day', (_, startsAt, endsAt, hours) => {
  expect(chicago(startsAt, endsAt)).toBe(hours)
})

test('hours without a zone are those of the browser', () => {
  const [begin, end] = [new Date(2026, 2, 2, 23, 51), new Date(2026, 2, 3, 0, 36)]
  const hours = formatHours({ startsAt: begin.toISOString(), endsAt: end.toISOString() })
  expect(hours.replaceAll('\u202f', ' ')).toBe('11:51 PM – 12:36 AM')
})
