import { expect, test } from 'vitest'
import { nextCursorOf } from './next-cursor.ts'

test('the next page is the one with the relation of that name', () => {
  const previous = '</api/applications?cursor=old>; rel="prev"'
  const next = '</api/applications?limit=50&cursor=a%2Bb%3D>; rel="next"'
  expect([next, `${previous}, ${next}`].map(nextCursorOf)).toEqual(['a+b=', 'a+b='])
})

test.each([null, '', '</api/applications?cursor=old>; rel="prev"', '</api/applications>; rel="next"'])(
  'there is none in %s',
  (header) => {
    expect(nextCursorOf(header)).toBeNull()
  },
)
