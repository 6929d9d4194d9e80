import { expect, test } from 'vitest'
import { readWaitingTime } from './waiting-time.ts'

test('who has waited for how long is counted in days of the company, and late from the day after the promised one', () => {
  // In Chicago received on March 1 at 11 p.m.
  const application = { createdAt: '2026-03-02T05:00:00.000Z', answerBy: '2026-03-11' }
  const at = (now: string) => readWaitingTime(application, { readAt: Date.parse(now), timeZone: 'America/Chicago' })
  expect(at('2026-03-02T05:59:00.000Z')).toEqual({ days: 0, isLate: false })
  expect(at('2026-03-02T06:00:00.000Z')).toEqual({ days: 1, isLate: false })
  // The clocks have changed on March 8.
  expect(at('2026-03-12T04:59:00.000Z')).toEqual({ days: 10, isLate: false })
  expect(at('2026-03-12T05:00:00.000Z')).toEqual({ days: 11, isLate: true })
  expect(at('2026-02-27T12:00:00.000Z')).toEqual({ days: 0, isLate: false })
})
