import { expect, test } from 'vitest'
import { previewOf } from './job-preview.ts'

test('headings are left out and whitespace is folded', () => {
  expect(previewOf('## Job Overview\nBuild\n\n  screens.\n\n## Description\nDaily.')).toBe('Build screens. Daily.')
})

test('a list reads as a sentence: its marks are left out, and its items are separated', () => {
  expect(previewOf('You will:\n\n- build\n- test.\n- ship\n\nDaily.')).toBe('You will: build; test. ship. Daily.')
  expect(previewOf('## Key Responsibilities\n1. Build (HMI)\n2. Test')).toBe('Build (HMI); Test.')
  expect(previewOf('A 14/14 rotation - paid\nand 3. more')).toBe('A 14/14 rotation - paid and 3. more')
})

test('exactly 150 characters are not cut', () => {
  expect(previewOf('x'.repeat(150))).toBe('x'.repeat(150))
})

test('the 151st character makes three dots', () => {
  expect(previewOf('x'.repeat(151))).toBe(`${'x'.repeat(150)}...`)
})

test('a preview ends at a word, not within one', () => {
  const words = `${'x'.repeat(140)} commissioning`
  expect(previewOf(words)).toBe(`${'x'.repeat(140)}...`)
  expect(previewOf(`${'word '.repeat(29)}ends. More`)).toBe(`${'word '.repeat(29)}ends....`)
})

test('no comma or dash stands before the dots', () => {
  expect(previewOf(`${'x'.repeat(140)}, commissioning`)).toBe(`${'x'.repeat(140)}...`)
  expect(previewOf(`${'x'.repeat(138)}; \u2013 commissioning`)).toBe(`${'x'.repeat(138)}...`)
})

test('a character outside the basic plane is never halved', () => {
  expect(previewOf(`${'x'.repeat(149)}🛢🛢`)).toBe(`${'x'.repeat(149)}🛢...`)
})

test('an empty description has an empty preview', () => {
  expect(previewOf('')).toBe('')
})
