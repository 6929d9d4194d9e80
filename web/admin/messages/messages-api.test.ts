import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message, MessageActionBody, MessageActionResult } from '../../../contract/messages/messages.ts'
import { actOnMessages } from './messages-api.ts'

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null }))
afterEach(() => vi.unstubAllGlobals())

const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)

/** A server that has the next response for each request for an action; null for a failed connection. */
function respondWith(...responses: Array<{ ids: number[]; more?: boolean } | null>): MessageActionBody[] {
  const requests: MessageActionBody[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    requests.push(JSON.parse(body))
    const response = responses.shift()
    if (!response) throw new TypeError('Failed to fetch')
    const changed = response.ids.map((id) => ({ id }) as Message)
    const result: MessageActionResult = { changed, refused: [], more: response.more ?? false }
    return Response.json(result)
  })
  return requests
}

test('any number of messages are taken back, in requests of at most 500', async () => {
  const requests = respondWith({ ids: idsFrom(1, 500) }, { ids: idsFrom(501, 100) })
  const acted = await actOnMessages({ action: 'take_back', ids: idsFrom(1, 600) })
  expect(requests).toEqual([
    { action: 'take_back', ids: idsFrom(1, 500) },
    { action: 'take_back', ids: idsFrom(501, 100) },
  ])
  expect([acted.changed.length, acted.isCut]).toEqual([600, false])
})

test('all drafts are requested until there are no more, or none of them changes', async () => {
  const requests = respondWith({ ids: [1, 2], more: true }, { ids: [3] })
  const acted = await actOnMessages({ action: 'send', draftsUpTo: 9 })
  expect(requests).toEqual([1, 2].map(() => ({ action: 'send', draftsUpTo: 9 })))
  expect(acted.changed.map(({ id }) => id)).toEqual([1, 2, 3])
  const stuck = respondWith({ ids: [], more: true })
  await actOnMessages({ action: 'send', draftsUpTo: 9 })
  expect(stuck).toHaveLength(1)
})

test('a connection that fails on the way leaves what was done, and one that fails at once nothing', async () => {
  respondWith({ ids: [1], more: true }, null)
  expect(await actOnMessages({ action: 'send', draftsUpTo: 9 })).toMatchObject({ changed: [{ id: 1 }], isCut: true })
  respondWith(null)
  await expect(actOnMessages({ action: 'send', draftsUpTo: 9 })).rejects.toThrow('Failed to fetch')
})
