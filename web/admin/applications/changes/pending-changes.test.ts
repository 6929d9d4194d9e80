import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { PAGES_KEY } from '../application-list-api.ts'
import { CHANGES_KEY, refreshDashboard } from './pending-changes.ts'

const client = new QueryClient()
const key = [...PAGES_KEY, 'token']
const isOutOfDate = () => client.getQueryState(key)?.isInvalidated

beforeEach(() => client.setQueryData(key, 'a page'))

function startChange() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const change = new MutationObserver(client, {
    mutationKey: CHANGES_KEY,
    mutationFn: () => promise,
    onSettled: () => refreshDashboard(client, true),
  })
  const done = change.mutate()
  return () => {
    resolve()
    return done
  }
}

test('without pending changes everything is refetched', async () => {
  await refreshDashboard(client)
  expect(isOutOfDate()).toBe(true)
})

test('while a change is pending nothing is refetched; its end refetches', async () => {
  const end = startChange()
  await refreshDashboard(client)
  expect(isOutOfDate()).toBe(false)
  await end()
  expect(isOutOfDate()).toBe(true)
})

test('of two changes only the last to end refetches', async () => {
  const [endFirst, endSecond] = [startChange(), startChange()]
  await endFirst()
  expect(isOutOfDate()).toBe(false)
  await endSecond()
  expect(isOutOfDate()).toBe(true)
})
