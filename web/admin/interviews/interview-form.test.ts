import { expect, test } from 'vitest'
import { fieldsOf, likelyZones, nextWeekday, placeOf } from './interview-form.ts'

const companyZone = 'America/Chicago'
const LATEST = {
  minutes: 30,
  kind: 'video',
  places: { video: 'https://meet.example.com/pit-7', on_site: 'Gate 3' },
  timeZones: ['Asia/Kolkata', 'America/Chicago'],
  interviewers: [{ name: 'Kim Lee', address: 'kim@example.com' }],
} as const

test.each([
  ['on a Friday evening the next weekday is the Monday', '2026-11-28T05:59:00Z', '2026-11-30'],
  ['on a Saturday it is the Monday too', '2026-11-28T06:00:00Z', '2026-11-30'],
  ['on a Sunday it is the Monday too', '2026-11-29T18:00:00Z', '2026-11-30'],
  [
    'on a Thursday that is still a Wednesday where the company is, it is the Thursday',
    '2026-12-03T05:00:00Z',
    '2026-12-03',
  ],
])('%s', (_, now, day) => {
  expect(nextWeekday({ companyZone, now: new Date(now) })).toBe(day)
})

test('a new interview is filled in like the latest one, with the latest place of its kind', () => {
  const now = new Date('2026-12-01T18:00:00Z')
  const latest = { ...LATEST, timeZones: [...LATEST.timeZones], interviewers: [...LATEST.interviewers] }
  const date = {
    date: '2026-12-02',
    time: '10:00',
    timeZone: companyZone,
    interviewers: [{ name: '', address: '' }],
    invites: true,
  }
  expect(fieldsOf(undefined, { companyZone, now, latest })).toEqual({
    ...date,
    ...{ minutes: '30', kind: 'video', place: 'https://meet.example.com/pit-7' },
  })
  expect(fieldsOf(undefined, { companyZone, now })).toEqual({ ...date, minutes: '45', kind: 'phone', place: '' })
  expect(placeOf('on_site', latest)).toBe('Gate 3')
  expect(placeOf('phone', latest)).toBe('')
  expect(likelyZones({ companyZone, latest })).toEqual(expect.arrayContaining([companyZone, 'Asia/Kolkata']))
})
