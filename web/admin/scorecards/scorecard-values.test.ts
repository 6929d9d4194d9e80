import { expect, test } from 'vitest'
import type { Rating } from '../../../contract/team/ratings.ts'
import type { Scorecard } from '../../../contract/team/scorecards.ts'
import { answersOf, overallOf, summaryOf, valuesOf } from './scorecard-values.ts'

const rated = (criterion: string, rating: Rating | null, note = '') => ({ criterion, rating, note })

function cardOf(name: string, overall: Rating, ratings: ReturnType<typeof rated>[]): Scorecard {
  return {
    ...{
      id: 1,
      by: { id: 1, name, address: null },
      createdAt: '2026-03-02T12:00:00.000Z',
      skippedAt: null,
      isSkipped: false,
    },
    card: { overall, ratings, note: '', changedAt: null, version: 1 },
  }
}

test('the form asks the criteria of today, and keeps what the card says about earlier ones', () => {
  const ratings = [rated('plc programming', 'yes', 'Modbus'), rated('Old', 'no'), rated('Never rated', null)]
  expect(valuesOf(['Safety', 'PLC programming'], { overall: 'yes', ratings, note: 'Good' })).toEqual({
    overall: 'yes',
    ratings: [rated('Safety', null), rated('PLC programming', 'yes', 'Modbus'), rated('Old', 'no')],
    note: 'Good',
  })
})

test('a form without an overall rating sends nothing, and one with it what was typed, without space at the ends', () => {
  const values = { ...valuesOf(['Safety'], null), ratings: [rated('Safety', null, ' Asked \n')], note: ' ' }
  expect(answersOf(values)).toBeUndefined()
  expect(answersOf({ ...values, overall: 'no' })).toEqual({
    overall: 'no',
    ratings: [rated('Safety', null, 'Asked')],
    note: '',
  })
})

test('the summary says who rated what how: the best first, and criteria that are no longer asked last', () => {
  const cards = [
    cardOf('Ana', 'no', [rated('Old', 'yes'), rated('Safety', 'no')]),
    cardOf('Ben', 'strong_yes', [rated('SAFETY', 'strong_yes'), rated('Writing', null)]),
    cardOf('Eva', 'no', [rated('Safety', 'no')]),
  ]
  const safety = [
    { rating: 'strong_yes', names: ['Ben'] },
    { rating: 'no', names: ['Ana', 'Eva'] },
  ]
  expect(summaryOf(['Safety', 'Writing'], cards)).toEqual([
    { criterion: 'Safety', isAsked: true, distribution: safety },
    { criterion: 'Old', isAsked: false, distribution: [{ rating: 'yes', names: ['Ana'] }] },
  ])
  expect(overallOf(cards)).toEqual(safety)
})
