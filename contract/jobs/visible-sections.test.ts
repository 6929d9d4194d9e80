import { expect, test } from 'vitest'
import { visibleSections } from './visible-sections.ts'

test('sections are in their order, without empty ones', () => {
  const description = '## Key Responsibilities\nTest\n\n## Job Overview\nBuild\n\n## Description\n'
  expect(visibleSections({ description, benefits: null })).toEqual([
    { title: 'Job Overview', text: 'Build' },
    { title: 'Key Responsibilities', text: 'Test' },
  ])
})

test('benefits come from the field only where the section has none', () => {
  expect(visibleSections({ description: 'Text', benefits: 'Dental' }).at(-1)).toEqual({
    title: 'Benefits & Perks',
    text: 'Dental',
  })
  expect(visibleSections({ description: '## Benefits & Perks\nTruck', benefits: 'Dental' })).toEqual([
    { title: 'Benefits & Perks', text: 'Truck' },
  ])
})
