import { expect, test } from 'vitest'
import { readTextBlocks } from './text-blocks.ts'

test('an empty line parts two paragraphs, a line end inside one stays', () => {
  expect(readTextBlocks('One\ntwo\n\nThree')).toEqual([
    { kind: 'paragraph', lines: ['One', 'two'] },
    { kind: 'paragraph', lines: ['Three'] },
  ])
})

test('lines that start with a dash, star or bullet become one list', () => {
  expect(readTextBlocks('You will:\n- build\n* test\n\n• ship')).toEqual([
    { kind: 'paragraph', lines: ['You will:'] },
    { kind: 'bullets', items: ['build', 'test', 'ship'] },
  ])
})

test('numbered lines become a numbered list', () => {
  expect(readTextBlocks('1. first\n2) second')).toEqual([{ kind: 'numbers', items: ['first', 'second'] }])
})

test('a dash inside a line, a decimal and markup stay text', () => {
  expect(readTextBlocks('edge-first\n3.5 years\n<b>bold</b>')).toEqual([
    { kind: 'paragraph', lines: ['edge-first', '3.5 years', '<b>bold</b>'] },
  ])
})

test('blank text has no blocks', () => {
  expect(readTextBlocks(' \r\n\n')).toEqual([])
})
