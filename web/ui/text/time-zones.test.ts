import { expect, test } from 'vitest'
import { timeZoneOptions } from './time-zones.ts'

test('each time zone is offered once, by its present name, and a stored one keeps its value', () => {
  const options = timeZoneOptions('Asia/Katmandu').others
  const labels = options.map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels).toEqual(expect.arrayContaining(['America/New_York', 'Asia/Kathmandu', 'Europe/Kyiv', 'UTC']))
  expect(labels).not.toContain('Asia/Katmandu')
  expect(options).toContainEqual({ value: 'Asia/Katmandu', label: 'Asia/Kathmandu' })
  expect(timeZoneOptions('UTC').others).toContainEqual({ value: 'Asia/Kathmandu', label: 'Asia/Kathmandu' })
})

test('at most five likely zones stand first, in their order, and not again among the others', () => {
  const zones = ['America/Chicago', 'Asia/Calcutta', 'Asia/Kolkata', 'UTC', 'Europe/Berlin', 'Asia/Tokyo', 'Asia/Dubai']
  const { likely, others } = timeZoneOptions('Asia/Calcutta', zones)
  expect(likely.map(({ label }) => label)).toEqual([
    ...['America/Chicago', 'Asia/Kolkata', 'UTC', 'Europe/Berlin', 'Asia/Tokyo'],
  ])
  expect(likely[1]?.value).toBe('Asia/Calcutta')
  const labels = others.map(({ label }) => label)
  expect(labels).toContain('Asia/Dubai')
  expect(labels).not.toContain('Asia/Kolkata')
})
