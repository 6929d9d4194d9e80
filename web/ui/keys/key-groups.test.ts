import { expect, test } from 'vitest'
import { capOf, groupKeys } from './key-groups.ts'

test('keys are listed by what they do, each group in its order, and no group is empty', () => {
  const keys = ['z', '1', '?', 'ArrowDown', '2', 'Shift+x'].map((name) => ({ name, label: name }))
  const groups = groupKeys(keys).map(({ title, keys: listed }) => [title, ...listed.map(({ name }) => name)])
  expect(groups).toEqual([
    ['Navigation', '?', 'ArrowDown'],
    ['Status', '1', '2'],
    ['Actions', 'z', 'Shift+x'],
  ])
  expect(groupKeys(keys.slice(1, 2)).map(({ title }) => title)).toEqual(['Status'])
})

test.each([
  ['j', 'J'],
  ['5', '5'],
  ['Escape', 'Esc'],
  ['ArrowUp', '↑'],
  ['Shift+x', 'Shift+X'],
  ['Ctrl+Enter', 'Ctrl+Enter'],
])('the cap of %s reads %s', (name, cap) => {
  expect(capOf(name)).toBe(cap)
})
