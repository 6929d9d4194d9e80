import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { conditionalRead, shareWithETag } from './conditional-read.ts'
import { createQueryClient } from './query-client.ts'

afterEach(() => vi.unstubAllGlobals())

/** A query of a server that responds 304 to a matching tag. */
function queryOf(stored: { rows: number[] }) {
  const sentTags: Array<string | undefined> = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    sentTags.push(headers['If-None-Match'])
    const etag = `"${stored.rows}"`
    if (headers['If-None-Match'] === etag) return new Response(null, { status: 304, headers: { etag } })
    return new Response(JSON.stringify({ rows: stored.rows }), { headers: { etag } })
  })
  const client = createQueryClient()
  const queryKey = ['/api/rows']
  const observer = new QueryObserver<{ rows: number[] }>(client, {
    queryKey,
    queryFn: (reading) => conditionalRead(reading, '/api/rows', { read: (response) => response.json() }),
    structuralSharing: shareWithETag,
    enabled: false,
  })
  return { sentTags, client, queryKey, read: async () => (await observer.refetch()).data }
}

test('what has not changed is sentTags for with its tag, and stays the same object', async () => {
  const { sentTags, read } = queryOf({ rows: [1] })
  const first = await read()
  expect(await read()).toBe(first)
  expect(await read()).toBe(first)
  expect(sentTags).toEqual([undefined, '"1"', '"1"'])
})

test('changed data is read, and requested with its new tag next', async () => {
  const stored = { rows: [1] }
  const { sentTags, read } = queryOf(stored)
  await read()
  stored.rows = [1, 2]
  expect(await read()).toEqual({ rows: [1, 2] })
  await read()
  expect(sentTags).toEqual([undefined, '"1"', '"1,2"'])
})

test('locally changed data is read without a tag, and with its new tag afterwards', async () => {
  const { sentTags, client, queryKey, read } = queryOf({ rows: [1] })
  await read()
  client.setQueryData(queryKey, { rows: [7] })
  expect(await read()).toEqual({ rows: [1] })
  await read()
  expect(sentTags).toEqual([undefined, undefined, '"1"'])
})
