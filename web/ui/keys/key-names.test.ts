import { expect, test } from 'vitest'
import { isKeyActive, isTypingIn, keyNameOf } from './key-names.ts'

const PLAIN = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('a key is named by what it writes, whatever the layout needs for it', () => {
  expect(keyNameOf({ ...PLAIN, key: 'j' })).toBe('j')
  expect(keyNameOf({ ...PLAIN, key: 'J' })).toBe('j')
  expect(keyNameOf({ ...PLAIN, key: 'X', shiftKey: true })).toBe('Shift+x')
  expect(keyNameOf({ ...PLAIN, key: '1', shiftKey: true })).toBe('1')
  expect(keyNameOf({ ...PLAIN, key: '?', shiftKey: true })).toBe('?')
  expect(keyNameOf({ ...PLAIN, key: 'Enter', metaKey: true })).toBe('Ctrl+Enter')
})

test('on a keyboard without Latin letters the place of a key decides', () => {
  expect(keyNameOf({ ...PLAIN, key: 'о', code: 'KeyJ' })).toBe('j')
})

test('combinations of the browser have no name', () => {
  expect(keyNameOf({ ...PLAIN, key: 'f', ctrlKey: true })).toBeUndefined()
  expect(keyNameOf({ ...PLAIN, key: '1', altKey: true })).toBeUndefined()
})

test('while typing only Escape and Ctrl+Enter act, and so do they with the keys off', () => {
  for (const name of ['j', '1', '?']) {
    expect(isKeyActive(name, { isTyping: false, isOn: true })).toBe(true)
    expect(isKeyActive(name, { isTyping: true, isOn: true })).toBe(false)
    expect(isKeyActive(name, { isTyping: false, isOn: false })).toBe(false)
  }
  for (const name of ['Escape', 'Ctrl+Enter']) expect(isKeyActive(name, { isTyping: true, isOn: false })).toBe(true)
})

test('a field is typed in; a button or a tick box is not', () => {
  expect(isTypingIn({ tagName: 'INPUT', type: 'search', isContentEditable: false })).toBe(true)
  expect(isTypingIn({ tagName: 'SELECT', isContentEditable: false })).toBe(true)
  expect(isTypingIn({ tagName: 'DIV', isContentEditable: true })).toBe(true)
  expect(isTypingIn({ tagName: 'INPUT', type: 'checkbox', isContentEditable: false })).toBe(false)
  expect(isTypingIn({ tagName: 'BUTTON', isContentEditable: false })).toBe(false)
})
