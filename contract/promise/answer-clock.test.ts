import { expect, test } from 'vitest'
import { formatAnswerDay, readAnswerClock } from './answer-clock.ts'
import { isAnswerLate } from './answer-due.ts'
import { addDays, dayIn } from './calendar-days.ts'

const CHICAGO = 'America/Chicago'
const clockAt = (now: string, timeZone = CHICAGO, answerBy: string | null = '2026-12-03') =>
  readAnswerClock({ createdAt: '2026-11-24T04:00:00.000Z', answerBy }, { timeZone, now: new Date(now) })

test('a clock counts the days of the company, not of 24 hours, and is full on the promised day', () => {
  expect(clockAt('2026-11-24T05:59:00.000Z')).toEqual({ day: 0, days: 10, answerBy: '2026-12-03', isPassed: false })
  expect(clockAt('2026-11-24T06:00:00.000Z')?.day).toBe(1)
  expect(clockAt('2026-12-04T05:59:00.000Z')).toMatchObject({ day: 10, isPassed: false })
  expect(clockAt('2026-12-04T06:00:00.000Z')).toMatchObject({ day: 11, isPassed: true })
  expect(clockAt('2026-12-04T05:59:00.000Z', 'Europe/Berlin')).toMatchObject({ day: 10, days: 9, isPassed: true })
})

test('a promise for the day of receipt, as another zone can make one, has passed on the next day, as `isAnswerLate` says', () => {
  const today = '2026-11-24'
  expect(clockAt(`${today}T06:00:00.000Z`, CHICAGO, '2026-11-23')).toMatchObject({ day: 1, days: 1, isPassed: true })
  expect(isAnswerLate({ status: 'pending', archived: false, answerBy: '2026-11-23' }, today)).toBe(true)
})

test('a clock that was set back shows no day before the first, and nothing runs without a promise', () => {
  expect(clockAt('2026-01-01T00:00:00.000Z')).toMatchObject({ day: 0, isPassed: false })
  expect(clockAt('2026-12-04T06:00:00.000Z', CHICAGO, null)).toBeNull()
})

test('only an applicant who waits is late, and from the day after the promised one', () => {
  const waiting = { status: 'reviewing', archived: false, answerBy: '2026-12-03' } as const
  expect(isAnswerLate(waiting, '2026-12-03')).toBe(false)
  expect(isAnswerLate(waiting, '2026-12-04')).toBe(true)
  for (const change of [{ status: 'interview' }, { status: 'hired' }, { archived: true }, { answerBy: null }] as const)
    expect(isAnswerLate({ ...waiting, ...change }, '2027-01-01'), JSON.stringify(change)).toBe(false)
})

test('days are added over changes of clocks, months and years', () => {
  expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
  expect(addDays('2026-12-24', 10)).toBe('2027-01-03')
  expect(dayIn(new Date('2027-01-01T05:00:00Z'), CHICAGO)).toBe('2026-12-31')
})

test('the promised day is written with its weekday, and with its year where that is another one', () => {
  expect(formatAnswerDay('2026-12-03', '2026-11-30')).toBe('Thursday, December 3')
  expect(formatAnswerDay('2027-01-03', '2026-12-24')).toBe('Sunday, January 3, 2027')
})
