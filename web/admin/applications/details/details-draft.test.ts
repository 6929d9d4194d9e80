import { expect, test } from 'vitest'
import {
  acceptableIn,
  changesIn,
  countFeedback,
  errorsIn,
  fromLocalInput,
  readDateInput,
  readDraft,
  toLocalInput,
} from './details-draft.ts'

const STORED = { feedback: 'Call again', interviewDate: '2025-07-01T14:30:00.000Z' }

test('a minute goes into the field and comes back the same', () => {
  expect(toLocalInput(STORED.interviewDate)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  expect(fromLocalInput(toLocalInput(STORED.interviewDate))).toBe(STORED.interviewDate)
})

test('no date and an emptied field are the same', () => {
  expect([toLocalInput(null), fromLocalInput('')]).toEqual(['', null])
})

test('a field that was not touched follows the server', () => {
  expect(readDraft({ feedback: 'Strong' }, STORED)).toEqual({
    feedback: 'Strong',
    interviewDate: toLocalInput(STORED.interviewDate),
  })
})

test('only what differs is saved', () => {
  expect(changesIn({}, STORED)).toEqual({})
  expect(changesIn({ feedback: ' Call again ', interviewDate: toLocalInput(STORED.interviewDate) }, STORED)).toEqual({})
  expect(changesIn({ feedback: ' ', interviewDate: '' }, STORED)).toEqual({ feedback: null, interviewDate: null })
})

test.each([
  ['0001-01-01T00:00', true],
  ['1999-06-01T12:00', true],
  ['2000-06-01T12:00', false],
  ['2099-06-01T12:00', false],
  ['2100-06-01T12:00', true],
  ['12024-06-01T12:00', true],
  ['275760-12-31T00:00', true],
  ['', false],
])('%s as the date of an interview: refused is %s', (interviewDate, isRefused) => {
  const fault = errorsIn(changesIn({ interviewDate }, STORED)).interviewDate
  expect(fault).toBe(isRefused ? 'Choose a date from 2000 to 2099' : undefined)
})

test('a date that is typed in part is refused and never saved as no date, and its field is left alone', () => {
  const interviewDate = readDateInput({ value: '', validity: { badInput: true } as ValidityState })
  const changes = changesIn({ interviewDate }, STORED)
  expect(errorsIn(changes)).toEqual({ interviewDate: 'Not saved: enter the whole date with its time.' })
  expect(acceptableIn(changes)).toEqual({})
  expect(readDraft({ interviewDate }, STORED).interviewDate).toBe('')
})

test('feedback of 10,000 characters is accepted, one more is not, and the date is saved meanwhile', () => {
  const interviewDate = '2027-01-15T15:30:00.000Z'
  expect(errorsIn({ feedback: 'x'.repeat(10_000) })).toEqual({})
  const tooLong = { feedback: 'x'.repeat(10_001), interviewDate }
  expect(errorsIn(tooLong)).toEqual({ feedback: 'Feedback must be at most 10,000 characters: 1 too many' })
  expect(acceptableIn(tooLong)).toEqual({ interviewDate })
})

test('feedback says how long it is only near its limit', () => {
  expect(countFeedback('x'.repeat(8_999))).toBeUndefined()
  expect(countFeedback(`${'x'.repeat(9_412)}\n\n`), 'as it is saved').toBe('9,412 of 10,000 characters')
})
