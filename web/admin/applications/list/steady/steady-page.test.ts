import { hashKey, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ApplicationPage } from '../../application-list-api.ts'
import { CHANGES_KEY } from '../../changes/pending-changes.ts'
import { noteOwn, seenList, stopHolding } from '../../changes/seen-list.ts'
import { FIRST_VIEW } from '../../list-view.ts'
import { applicationPageQuery } from './steady-page.ts'

const query = applicationPageQuery(null, { ...FIRST_VIEW, cursor: null })

let client: QueryClient
/** Ids of the list as the server has it. */
let stored: number[]

beforeEach(() => {
  client = new QueryClient()
  stored = [2, 1]
  vi.stubGlobal('fetch', async () => Response.json(stored.map((id) => ({ id, version: 1 }))))
  // The page is opened.
  Object.assign(seenList, { page: hashKey(query.queryKey), isRead: false, own: new Set() })
})

/** Reads the page as the dashboard does again and again. @returns the ids that it then shows */
async function read(): Promise<number[]> {
  const page: ApplicationPage = await client.fetchQuery({ ...query, staleTime: 0 })
  return page.applications.map(({ id }) => id)
}

/** Lets a change begin. @returns how it ends */
function beginChange(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const change = client.getMutationCache().build(client, { mutationKey: CHANGES_KEY, mutationFn: () => promise })
  const done = change.execute(undefined)
  return () => {
    resolve()
    return done
  }
}

test('a page that is opened is shown as it is read, and read again it lets new rows wait', async () => {
  expect(await read()).toEqual([2, 1])
  stored = [3, 2, 1]
  expect(await read()).toEqual([2, 1])
  expect(client.getQueryData(query.queryKey)?.held?.waiting).toBe(1)
})

test('a page that is not shown is read as it is', async () => {
  await read()
  seenList.page = 'another page'
  stored = [3, 2, 1]
  expect(await read()).toEqual([3, 2, 1])
})

test('what is read once nobody looks is shown as it is, and what is read later waits again', async () => {
  await read()
  stopHolding()
  stored = [3, 2, 1]
  expect(await read()).toEqual([3, 2, 1])
  stored = [4, 3, 2, 1]
  expect(await read()).toEqual([3, 2, 1])
})

test('a row that was changed here comes at once, and others wait', async () => {
  await read()
  noteOwn([{ id: 3 }])
  stored = [4, 3, 2, 1]
  expect(await read()).toEqual([3, 2, 1])
  stored = [5, 4, 3, 2, 1]
  expect(await read()).toEqual([3, 2, 1])
})

test('a change is remembered until the list is read after its end', async () => {
  await read()
  const end = beginChange()
  noteOwn([{ id: 3 }])
  stored = [4, 2, 1]
  expect(await read(), 'the response may be older than the change').toEqual([2, 1])
  await end()
  stored = [4, 3, 2, 1]
  expect(await read()).toEqual([3, 2, 1])
})

test('a page that is opened while a change is pending is shown as it is read until after its end', async () => {
  const end = beginChange()
  await read()
  stored = [3, 2, 1]
  expect(await read()).toEqual([3, 2, 1])
  await end()
  stored = [4, 3, 2, 1]
  expect(await read()).toEqual([4, 3, 2, 1])
  stored = [5, 4, 3, 2, 1]
  expect(await read()).toEqual([4, 3, 2, 1])
})
