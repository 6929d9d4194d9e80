import { afterEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient, createReader } from './query-client.ts'

const query = { queryKey: ['/api/thing', 7], signal: new AbortController().signal }

function respondWith(status: number, body: string) {
  const fetch = vi.fn(async () => new Response(body, { status, statusText: 'Text' }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

describe('the default reader', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('reads JSON from the first element of the key, with credentials', async () => {
    const fetch = respondWith(200, '{"a":1}')
    await expect(createReader('raise')(query)).resolves.toEqual({ a: 1 })
    expect(fetch).toHaveBeenCalledWith('/api/thing', expect.objectContaining({ credentials: 'include' }))
  })

  test('raises on 401 unless it is configured to return an empty result', async () => {
    respondWith(401, 'no')
    await expect(createReader('raise')(query)).rejects.toThrow('401: no')
    await expect(createReader('null')(query)).resolves.toBeNull()
  })

  test('raises on every other failure in both modes', async () => {
    respondWith(500, '')
    await expect(createReader('null')(query)).rejects.toThrow('500: Text')
  })
})

test('data stay fresh for 5 minutes and unused for 10, without polling or refetch on focus', () => {
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 600_000,
    refetchOnWindowFocus: false,
    refetchInterval: false,
  })
})
