import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { PAGES_KEY } from '../list/application-list-api.ts'
import { CHANGES_KEY, readAgain } from './changes-under-way.ts'

const client = new QueryClient()
const key = [...PAGES_KEY, 'token']
const isOutOfDate = () => client.getQueryState(key)?.isInvalidated

beforeEach(() => client.setQueryData(key, 'a page'))

function startChange() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const change = new MutationObserver(client, {
    mutationKey: CHANGES_KEY,
    mutationFn: () => promise,
    onSettled: () => readAgain(client, true),
  })
  const done = change.mutate()
  return () => {
    resolve()
    return done
  }
}

test('with no change under way everything is read again', async () => {
  await readAgain(client)
  expect(isOutOfDate()).toBe(true)
})

test('while a change is under way nothing is; its end reads again', async () => {
  const end = startChange()
  await readAgain(client)
  expect(isOutOfDate()).toBe(false)
  await end()
  expect(isOutOfDate()).toBe(true)
})

test('of two changes only the last to end reads again', async () => {
  const [endFirst, endSecond] = [startChange(), startChange()]
  await endFirst()
  expect(isOutOfDate()).toBe(false)
  await endSecond()
  expect(isOutOfDate()).toBe(true)
})
