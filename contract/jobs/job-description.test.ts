import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  composeDescription,
  emptySections,
  type JobSections,
  parseDescription,
  SECTION_TITLES,
  visibleSections,
} from './job-description.ts'

/** Text such as an author might type, rich in lines that look like the format's own. */
const sectionText = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.constantFrom('', '## Description', '##Job Overview', '\\## Benefits & Perks', '## Anything', '- item', '\r'),
    ),
  )
  .map((lines) => lines.join('\n'))

const sections = fc
  .tuple(...SECTION_TITLES.map(() => sectionText))
  .map((texts) => Object.fromEntries(SECTION_TITLES.map((title, i) => [title, texts[i] ?? ''])) as JobSections)

test('every text of the sections is read back unchanged from the description', () => {
  fc.assert(
    fc.property(sections, (written) => {
      expect(parseDescription(composeDescription(written))).toEqual(written)
    }),
    { numRuns: 2_000 },
  )
})

test('sections are written under their titles in the order of the specification', () => {
  const written = { ...emptySections(), 'Benefits & Perks': 'Health', 'Job Overview': 'Build.' }
  expect(composeDescription(written)).toBe('## Job Overview\nBuild.\n\n## Benefits & Perks\nHealth')
})

test('a text without headings is the description', () => {
  expect(parseDescription('Just words.\nMore.')).toEqual({ ...emptySections(), Description: 'Just words.\nMore.' })
})

test('text before the first heading joins the description, and an unknown heading stays text', () => {
  const read = parseDescription('Hello.\n\n## Description\nWork.\n\n## About us\nOil.')
  expect(read).toEqual({ ...emptySections(), Description: 'Hello.\n\nWork.\n\n## About us\nOil.' })
})

test('headings are recognised with other spacing, case and line ends', () => {
  expect(parseDescription('##  job   overview \r\nBuild.')['Job Overview']).toBe('Build.')
})

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
