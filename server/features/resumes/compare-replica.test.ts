import { expect, test } from 'vitest'
import type { LocalStore } from '../../platform/file-stores/local-store.ts'
import { createComparison } from './compare-replica.ts'
import type { KeptReplica } from './resume-queries.ts'

const NOW = new Date('2026-01-01T12:00:00.000Z')
const RESUME = {
  application_id: 1,
  original_name: 'a.pdf',
  kind: 'pdf',
  size: 1,
  sha256: 'expected',
  scan: null,
  id: 1,
  version: 1,
  reply_id: null,
  replaced_at: null,
} as const

test.each([
  ['an hour ago', '2026-01-01T11:00:00.000Z', undefined],
  ['yesterday', '2025-12-31T11:00:00.000Z', 'altered'],
  ['never', null, 'altered'],
  ['by a clock that was a year ahead', '2027-01-01T12:00:00.000Z', 'altered'],
])('a file that was checked %s', async (_, checkedAt, state) => {
  const store = {
    name: 'local',
    isLocal: true,
    has: async () => true,
    describe: async () => ({ size: 1, sha256: 'other' }),
  } as unknown as LocalStore
  const stores = { all: [store], local: store }
  const compare = createComparison({ stores, clock: () => NOW, log: {} as never, isFull: false })
  const replica = { resume_id: 1, store: 'local', key: 'key', state: 'stored', last_error: null } as const
  expect(await compare(RESUME, { ...replica, changed_at: '', checked_at: checkedAt } as KeptReplica)).toBe(state)
})
