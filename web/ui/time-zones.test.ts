import { expect, test } from 'vitest'
import { timeZoneOptions } from './time-zones.ts'

test('each time zone is offered once, by its present name, and a stored one keeps its value', () => {
  const options = timeZoneOptions('Asia/Katmandu')
  const labels = options.map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels).toEqual(expect.arrayContaining(['America/New_York', 'Asia/Kathmandu', 'Europe/Kyiv', 'UTC']))
  expect(labels).not.toContain('Asia/Katmandu')
  expect(options).toContainEqual({ value: 'Asia/Katmandu', label: 'Asia/Kathmandu' })
  expect(timeZoneOptions('UTC')).toContainEqual({ value: 'Asia/Kathmandu', label: 'Asia/Kathmandu' })
})
