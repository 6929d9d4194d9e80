import { expect, test } from 'vitest'
import { readInsightsView, writeInsightsView } from './insights-view.ts'

test.each([
  ['', { period: '26', job: '' }],
  ['?period=8', { period: '8', job: '' }],
  ['?period=52&job=7', { period: '52', job: '7' }],
  ['?job=none', { period: '26', job: 'none' }],
] as const)('the address %j is read as its view and written the same', (query, view) => {
  expect(readInsightsView(query)).toEqual(view)
  expect(writeInsightsView(view)).toBe(query)
})

test.each(['?period=9&job=0', '?period=26&job=abc', '?job=2147483648', '?other=1'])(
  'what %j says beside the view is ignored',
  (query) => {
    expect(readInsightsView(query)).toEqual({ period: '26', job: '' })
  },
)
