import { expect, test } from 'vitest'
import { createDraftStore } from './draft-store.ts'

test('a draft is returned once, to its author', () => {
  const store = createDraftStore<number | undefined, string>()
  store.save(7, 'ana', 'Strong on tags.')
  store.save(undefined, 'ana', 'A new one.')
  expect(store.take(8, 'ana')).toBeUndefined()
  expect(store.take(7, 'ana')).toBe('Strong on tags.')
  expect(store.take(7, 'ana')).toBeUndefined()
  expect(store.take(undefined, 'ana')).toBe('A new one.')
})

test('authors neither see nor overwrite each other’s drafts', () => {
  const store = createDraftStore<number, string>()
  store.save(7, 'ana', 'Strong on tags.')
  expect(store.take(7, 'ben')).toBeUndefined()
  store.save(7, 'ben', 'Weak.')
  expect(store.take(7, undefined)).toBeUndefined()
  expect(store.take(7, 'ana')).toBe('Strong on tags.')
  expect(store.take(7, 'ben')).toBe('Weak.')
})
