import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { CloudStore } from '../storage/cloud-store.ts'
import { withStallLimit } from '../storage/drive-download.ts'
import { fetchCopy } from './fetch-copy.ts'
import type { ResumeStore } from './resume-store.ts'

test('a download that cannot be written down is ended, so that its connection is not held for ever', async () => {
  const source = new Readable({ read() {} })
  const store = { stage: () => Promise.reject(new Error('no room')) } as unknown as ResumeStore
  const cloud = { open: async () => withStallLimit(source, 1_000) } as unknown as CloudStore
  await expect(fetchCopy({ store, cloud }, 'key', 'none')).rejects.toThrow('no room')
  if (!source.closed) await once(source, 'close')
  expect(source.destroyed).toBe(true)
}, 2_000)
