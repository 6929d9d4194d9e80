import { expect, test } from 'vitest'
import type { ApplicationPage, ListRow } from '../../application-list-api.ts'
import { arrangePage } from './arrange-page.ts'
import { describeHeld } from './held-texts.ts'

const row = (id: number, more: Partial<ListRow> = {}) =>
  ({ id, version: 1, name: `A${id}`, status: 'pending', ...more }) as ListRow
const page = (ids: number[], more: Partial<ApplicationPage> = {}): ApplicationPage => ({
  applications: ids.map((id) => row(id)),
  total: ids.length,
  hasMore: false,
  nextCursor: null,
  ...more,
})
const arrange = (
  shown: ApplicationPage,
  fresh: ApplicationPage,
  { listed = [], left = [], own = [] }: { listed?: ListRow[]; left?: ListRow[]; own?: number[] } = {},
) => arrangePage({ shown, fresh, own: new Set(own) }, { listed, seen: [...listed, ...left] })
const describe = ({ applications, held }: ApplicationPage) => held && describeHeld(applications, held)
const idsOf = ({ applications }: ApplicationPage) => applications.map(({ id }) => id)

test('new rows wait, except those behind all others', () => {
  const arranged = arrange(page([3, 1]), page([4, 3, 2, 1, 0]))
  expect(idsOf(arranged)).toEqual([3, 1, 0])
  expect(describe(arranged)).toBe('2 new')
})

test('a row that has left the list stays as it is now, and one that was deleted leaves nothing but its place', () => {
  const arranged = arrange(page([3, 2, 1]), page([1]), { left: [row(3, { status: 'hired' })] })
  expect(arranged.applications).toMatchObject([
    { id: 3, status: 'hired', gone: 'left' },
    { id: 2, name: '', gone: 'erased' },
    { id: 1 },
  ])
  expect(arranged.applications[2]).not.toHaveProperty('gone')
  expect(describe(arranged)).toBe('2 gone')
})

test('a row that new ones push to the next page stays without a mark, and the next page begins behind it', () => {
  const shown = page([3, 2, 1], { nextCursor: 'behind 1' })
  const arranged = arrange(shown, page([4, 3, 2], { nextCursor: 'behind 2' }), { listed: [row(1)] })
  expect(idsOf(arranged)).toEqual([3, 2, 1])
  expect(arranged.held).toMatchObject({ waiting: 1 })
  expect(describe(arranged)).toBe('1 new')
  expect(arranged.nextCursor).toBe('behind 1')
})

test('rows that fill a page up come behind a row that has left it, and the next page begins behind them', () => {
  const shown = page([3, 2, 1], { nextCursor: 'behind 1' })
  const arranged = arrange(shown, page([3, 2, 0], { nextCursor: 'behind 0' }), { left: [row(1, { status: 'hired' })] })
  expect(idsOf(arranged)).toEqual([3, 2, 1, 0])
  expect(arranged.nextCursor).toBe('behind 0')
})

test('what this page has changed itself leaves, comes and moves as ever, while others wait', () => {
  expect(idsOf(arrange(page([3, 2, 1]), page([4, 3, 1]), { own: [2] }))).toEqual([3, 1])
  expect(idsOf(arrange(page([3, 1]), page([4, 3, 2, 1]), { own: [2] }))).toEqual([3, 2, 1])
  const moved = { ...page([]), applications: [row(4), row(1, { version: 2 }), row(3), row(2)] }
  expect(idsOf(arrange(page([3, 2, 1]), moved, { own: [1] }))).toEqual([1, 3, 2])
  expect(idsOf(arrange(page([3, 1]), page([4, 2, 1]), { left: [row(3, { status: 'hired' })], own: [2] }))).toEqual([
    3, 2, 1,
  ])
})

test('a row keeps its place when an own change of it was refused', () => {
  const arranged = arrange(page([1]), page([2, 1]), { own: [1] })
  expect(idsOf(arranged)).toEqual([1])
  expect(describe(arranged)).toBe('1 new')
})

test('rows that changed their order keep their places, with what is new of them', () => {
  const arranged = arrange(page([1, 2]), { ...page([2, 1]), applications: [row(2, { name: 'Aa' }), row(1)] })
  expect(arranged.applications).toMatchObject([{ id: 1 }, { id: 2, name: 'Aa' }])
  expect(describe(arranged)).toBe('New order')
})

test('a page on which nothing waits any more is the page as it was read', () => {
  const held = arrange(page([1]), page([2, 1]))
  const fresh = page([1, 0])
  expect(arrange(held, fresh)).toBe(fresh)
})
