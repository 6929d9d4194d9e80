import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { withStallLimit } from '../../platform/file-stores/cloud-download.ts'
import type { CloudStore } from '../../platform/file-stores/cloud-store.ts'
import type { ResumeStore } from '../../platform/file-stores/local/resume-store.ts'
import { fetchCopy } from './fetch-copy.ts'

test('a download that cannot be written down is ended, so that its connection is not held for ever', async () => {
  const source = new Readable({ read() {} })
  const store = { stage: () => Promise.reject(new Error('no room')) } as unknown as ResumeStore
  const cloud = { open: async () => withStallLimit(source, 1_000, 'Google') } as unknown as CloudStore
  await expect(fetchCopy({ store, cloud }, 'key', 'none')).rejects.toThrow('no room')
  if (!source.closed) await once(source, 'close')
  expect(source.destroyed).toBe(true)
}, 2_000)
