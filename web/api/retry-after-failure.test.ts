import { expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { readStateOf, retryAfterFailure } from './retry-after-failure.ts'

/** A query after its last read. */
function queryAfter(read: () => Promise<unknown>, queryKey: string[]) {
  const client = createQueryClient()
  return {
    client,
    read: async () => {
      await client.prefetchQuery({ queryKey, queryFn: read, retry: false, staleTime: 0 })
      const query = client.getQueryCache().find({ queryKey })
      if (!query) throw new Error('Nothing was read')
      return query
    },
  }
}

test('a read that went well is not repeated', async () => {
  const query = await queryAfter(async () => [], ['good']).read()
  expect(retryAfterFailure.refetchInterval(query)).toBe(false)
  expect(readStateOf(query.state)).toBe('ready')
})

test('a first read that failed is repeated, and the screen says so', async () => {
  const query = await queryAfter(() => Promise.reject(new Error('500: down')), ['bad']).read()
  expect(retryAfterFailure.refetchInterval(query)).toBe(10_000)
  expect(readStateOf(query.state)).toBe('failed')
})

test('what was read before stays in view while a later read is repeated', async () => {
  let isDown = false
  const reading = queryAfter(async () => {
    if (isDown) throw new Error('500: down')
    return []
  }, ['later'])
  await reading.read()
  isDown = true
  const query = await reading.read()
  expect(retryAfterFailure.refetchInterval(query)).toBe(10_000)
  expect(readStateOf(query.state)).toBe('ready')
})

test('nothing read yet is loading', () => {
  expect(readStateOf({ data: undefined, errorUpdateCount: 0 })).toBe('loading')
})
