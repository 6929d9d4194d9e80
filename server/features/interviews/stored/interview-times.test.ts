import { expect, test } from 'vitest'
import { localTimeOf } from '../../../platform/local-time.ts'
import { minutesOf, timesOf } from './interview-times.ts'

const at = (date: string, time: string, timeZone: string, minutes = 60) => timesOf({ date, time, timeZone, minutes })

test('the time of an interview is that of its zone, west and east of UTC', () => {
  const starts = [
    at('2026-01-15', '14:30', 'America/Los_Angeles'),
    at('2026-07-15', '14:30', 'America/Los_Angeles'),
    at('2026-07-15', '14:30', 'Asia/Kolkata'),
    at('2026-01-15', '09:00', 'Pacific/Auckland'),
    at('2026-07-15', '09:00', 'Pacific/Auckland'),
  ].map((times) => times?.starts_at)
  expect(starts).toEqual([
    '2026-01-15T22:30:00.000Z',
    '2026-07-15T21:30:00.000Z',
    '2026-07-15T09:00:00.000Z',
    '2026-01-14T20:00:00.000Z',
    '2026-07-14T21:00:00.000Z',
  ])
})

test('a time that the clocks skip is refused, and one that they show twice is the earlier one', () => {
  expect(at('2026-03-29', '02:30', 'Europe/Berlin')).toBeUndefined()
  expect(at('2026-03-08', '02:30', 'America/Los_Angeles')).toBeUndefined()
  expect(at('2026-10-25', '02:30', 'Europe/Berlin')?.starts_at).toBe('2026-10-25T00:30:00.000Z')
  expect(at('2026-04-05', '02:30', 'Pacific/Auckland')?.starts_at).toBe('2026-04-04T13:30:00.000Z')
})

test('an interview across a change of the clocks lasts as long as any other', () => {
  const spring = at('2026-03-29', '01:30', 'Europe/Berlin', 90)
  const autumn = at('2026-10-25', '01:30', 'Europe/Berlin', 90)
  expect(spring && localTimeOf(new Date(spring.ends_at), 'Europe/Berlin')).toEqual({
    date: '2026-03-29',
    time: '04:00',
  })
  expect(autumn && localTimeOf(new Date(autumn.ends_at), 'Europe/Berlin')).toEqual({
    date: '2026-10-25',
    time: '02:00',
  })
  expect([spring, autumn].map((times) => times && minutesOf(times))).toEqual([90, 90])
})
