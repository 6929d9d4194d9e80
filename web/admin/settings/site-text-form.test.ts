import { expect, test } from 'vitest'
import { DEFAULT_SITE_TEXTS } from '../../../contract/site/site-texts.ts'
import { errorAt, parseFields, readFields } from './site-text-form.ts'

const builtIn = { privacy: 'Built-in policy', terms: 'Built-in terms' }
const fields = readFields({ texts: DEFAULT_SITE_TEXTS, builtIn, version: null })

test('a page that was not replaced shows the built-in text and stays built in; an empty one is no page', () => {
  expect(fields).toMatchObject({ privacy: 'Built-in policy', terms: 'Built-in terms' })
  expect(parseFields({ ...fields, terms: '' }, builtIn).data).toMatchObject({ privacy: null, terms: '' })
})

test('each line of a list is an entry without a mark before it, and blank lines are none', () => {
  const benefits = ' One \n\n- Two\n • Three\n-4 to 40 °C\n'
  expect(parseFields({ ...fields, benefits }, builtIn).data?.benefits).toEqual(['One', 'Two', 'Three', '-4 to 40 °C'])
})

test('a fault of a list names its entry', () => {
  const { error } = parseFields({ ...fields, hiringSteps: `A call\n${'x'.repeat(201)}` }, builtIn)
  expect(errorAt(error, 'hiringSteps')).toBe('Entry 2: Must be at most 200 characters')
  expect(errorAt(error, 'benefits')).toBeUndefined()
})
