import { expect, test } from 'vitest'
import { readLegalText } from './legal-text.ts'

test('lines that start with # and ## are headings of two levels, and the text before them has none', () => {
  expect(readLegalText('Hello\n\n# One\n- a\n- b\r\n## Two\nText')).toEqual([
    { level: 0, heading: '', body: 'Hello' },
    { level: 1, heading: 'One', body: '- a\n- b' },
    { level: 2, heading: 'Two', body: 'Text' },
  ])
})

test('a number sign without a space, three of them, and markup stay text', () => {
  const text = '#1 in town\n### three\n<h1>x</h1>'
  expect(readLegalText(text)).toEqual([{ level: 0, heading: '', body: text }])
})

test('a text that is blank has no sections', () => {
  expect(readLegalText(' \n\n')).toEqual([])
})
