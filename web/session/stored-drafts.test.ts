import { expect, test } from 'vitest'
import { createStoredDrafts } from './stored-drafts.ts'

function storage() {
  const entries = new Map<string, string>()
  return {
    entries,
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, text: string) => void entries.set(name, text),
    removeItem: (name: string) => void entries.delete(name),
  }
}

test('a draft survives a reload, for its author alone, and leaves nothing behind once it is removed', () => {
  const tab = storage()
  createStoredDrafts('drafts', () => tab).save(43, 'amy', 'Strong on tags.')
  const afterReload = createStoredDrafts('drafts', () => tab)
  expect(afterReload.take(43, 'ben')).toBeUndefined()
  expect(afterReload.take(43, 'amy')).toBe('Strong on tags.')
  expect(afterReload.take(43, 'amy')).toBeUndefined()
  expect(tab.entries.size).toBe(0)
})

test('a tab whose storage is full or unreadable keeps the drafts in memory', () => {
  const refuse = () => {
    throw new Error('QuotaExceededError')
  }
  const drafts = createStoredDrafts('drafts', () => ({ getItem: () => '{', setItem: refuse, removeItem: refuse }))
  drafts.save(43, 'amy', 'Strong on tags.')
  expect(drafts.list('amy')).toEqual({ 43: 'Strong on tags.' })
})

test('a watcher hears of each change, and the list is the same object between two', () => {
  const drafts = createStoredDrafts<string>('drafts', storage)
  let changes = 0
  const stop = drafts.subscribe(() => {
    changes += 1
  })
  drafts.save(1, 'amy', 'a')
  expect(drafts.list('amy')).toBe(drafts.list('amy'))
  drafts.remove(1, 'amy')
  drafts.remove(1, 'amy')
  stop()
  drafts.save(2, 'amy', 'b')
  expect(changes).toBe(2)
})
