import { expect, test } from 'vitest'
import { createDraftShelf } from './draft-shelf.ts'

test('a draft is given back once, to whoever typed it', () => {
  const shelf = createDraftShelf<number | undefined, string>()
  shelf.keep(7, 'ana', 'Strong on tags.')
  shelf.keep(undefined, 'ana', 'A new one.')
  expect(shelf.take(8, 'ana')).toBeUndefined()
  expect(shelf.take(7, 'ana')).toBe('Strong on tags.')
  expect(shelf.take(7, 'ana')).toBeUndefined()
  expect(shelf.take(undefined, 'ana')).toBe('A new one.')
})

test('nobody is given what somebody else typed, and nobody loses it to somebody else', () => {
  const shelf = createDraftShelf<number, string>()
  shelf.keep(7, 'ana', 'Strong on tags.')
  expect(shelf.take(7, 'ben')).toBeUndefined()
  shelf.keep(7, 'ben', 'Weak.')
  expect(shelf.take(7, undefined)).toBeUndefined()
  expect(shelf.take(7, 'ana')).toBe('Strong on tags.')
  expect(shelf.take(7, 'ben')).toBe('Weak.')
})
