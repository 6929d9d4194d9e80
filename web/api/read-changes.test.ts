import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { readChanges, shareWithTag } from './read-changes.ts'

afterEach(() => vi.unstubAllGlobals())

/** A query of a service that answers 304 to whoever knows the tag of what it has. */
function queryOf(stored: { rows: number[] }) {
  const asked: Array<string | undefined> = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers['If-None-Match'])
    const etag = `"${stored.rows}"`
    if (headers['If-None-Match'] === etag) return new Response(null, { status: 304, headers: { etag } })
    return new Response(JSON.stringify({ rows: stored.rows }), { headers: { etag } })
  })
  const client = createQueryClient()
  const queryKey = ['/api/rows']
  const observer = new QueryObserver<{ rows: number[] }>(client, {
    queryKey,
    queryFn: (reading) => readChanges(reading, '/api/rows', { read: (response) => response.json() }),
    structuralSharing: shareWithTag,
    enabled: false,
  })
  return { asked, client, queryKey, read: async () => (await observer.refetch()).data }
}

test('what has not changed is asked for with its tag, and stays the same object', async () => {
  const { asked, read } = queryOf({ rows: [1] })
  const first = await read()
  expect(await read()).toBe(first)
  expect(await read()).toBe(first)
  expect(asked).toEqual([undefined, '"1"', '"1"'])
})

test('what has changed is read, and known by its new tag', async () => {
  const stored = { rows: [1] }
  const { asked, read } = queryOf(stored)
  await read()
  stored.rows = [1, 2]
  expect(await read()).toEqual({ rows: [1, 2] })
  await read()
  expect(asked).toEqual([undefined, '"1"', '"1,2"'])
})

test('data that were changed on the screen are read afresh, and their tag is known again then', async () => {
  const { asked, client, queryKey, read } = queryOf({ rows: [1] })
  await read()
  client.setQueryData(queryKey, { rows: [7] })
  expect(await read()).toEqual({ rows: [1] })
  await read()
  expect(asked).toEqual([undefined, undefined, '"1"'])
})
